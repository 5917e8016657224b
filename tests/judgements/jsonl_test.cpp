#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judgements/reading.h"

namespace fovea {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(JudgementJsonLines, GiveHighlights) {
  const auto read =
      read_text(R"({"topic":"7","doc":"a.md","spans":[[300,480],[120,200]],"bep":120,"length":9000})"
                "\r\n\n"
                R"({ "doc" : 12, "topic" : 7, "spans" : [ ] })"
                "\n");
  ASSERT_TRUE(read.judgements);
  EXPECT_EQ(read.messages(), "");
  EXPECT_EQ(read.judgements->kinds(), (JudgementKinds{.highlights = true}));
  const TopicJudgements& topic = *read.judgements->find("7");
  const JudgedDocument& a = *topic.find("a.md");
  EXPECT_THAT(topic.highlights(a), ElementsAre(Span{120, 200}, Span{300, 480}));
  EXPECT_EQ(a.relevant_chars, 260U);
  EXPECT_EQ(a.bep, 120U);
  EXPECT_EQ(a.length, 9000U);
  EXPECT_EQ(a.first_listed, 300U);
  EXPECT_EQ(a.grade, 1);
  EXPECT_EQ(topic.find("12")->grade, 0);
  EXPECT_EQ(topic.find("12")->line, 3U);
}

TEST(JudgementJsonLines, GiveGradesOfDocumentsAndElements) {
  const auto read = read_text(
      "{\"topic\":\"7\",\"doc\":\"a\",\"grade\":-2}\n"
      "{\"topic\":\"7\",\"doc\":\"b\",\"elements\":[{\"path\":\"/a[1]\",\"exhaustivity\":3,\"specificity\":1,"
      "\"size\":90,\"highlighted\":30,\"in_pool\":true}]}\n");
  ASSERT_TRUE(read.judgements);
  EXPECT_EQ(read.messages(), "");
  EXPECT_EQ(read.judgements->kinds(), (JudgementKinds{false, true, true}));
  const TopicJudgements& topic = *read.judgements->find("7");
  EXPECT_EQ(topic.find("a")->grade, -2);
  EXPECT_EQ(topic.find("b")->grade, 1);
  const ElementGrade& element = topic.elements(*topic.find("b"))[0];
  EXPECT_EQ(element.path, "/a[1]");
  EXPECT_EQ(element.exhaustivity, 3);
  EXPECT_EQ(element.specificity, 1);
  EXPECT_EQ(element.size, 90U);
  EXPECT_EQ(element.highlighted, 30U);
  EXPECT_TRUE(element.in_pool);
  EXPECT_FALSE(element.inferred);
}

TEST(JudgementJsonLines, UnescapeTheirStrings) {
  const auto read = read_text(R"({"topic":"caf\u00e9","doc":"\ud83d\ude00","grade":1})");
  ASSERT_TRUE(read.judgements);
  EXPECT_NE(read.judgements->find("café")->find("😀"), nullptr);
}

std::string complaint(std::string_view line) {
  const std::string first = R"({"topic":"1","doc":"ok","grade":0})";
  return read_text(first + "\n" + std::string(line) + "\n").messages();
}

TEST(JudgementJsonLines, NameThePlaceOfEveryFault) {
  EXPECT_THAT(complaint(R"({"topic":"é","doc":"a","spans":[[5,x]]})"),
              HasSubstr("judgements:2:36: found 'x"));
  EXPECT_THAT(complaint(R"({"topic":"1","doc":"a","spans":[[5,5]]})"),
              HasSubstr("2:33: found [5,5], expected a span"));
  EXPECT_THAT(complaint(R"({"topic":"1","doc":"a","spans":[[5]]})"), HasSubstr("2:33: found"));
  EXPECT_THAT(complaint(R"({"topic":"1","doc":"a","spans":[[5,6,7]]})"),
              HasSubstr("2:33: found a list of 3, expected a span"));
  EXPECT_THAT(complaint(R"({"topic":"1","doc":"a","spans":[[-5,6]]})"),
              HasSubstr("2:34: found -5, expected an offset"));
  EXPECT_THAT(complaint(R"({"topic":"1","doc":"a","spans":[[5,2147483648]]})"),
              HasSubstr("found 2147483648"));
  EXPECT_THAT(complaint(R"({"topic":"1","doc":"a","spans":7})"),
              HasSubstr("2:32: found 7, expected an array"));
  EXPECT_THAT(complaint(R"({"topic":"1","doc":"a","spans":[[5,60]],"length":50})"), HasSubstr("ends at 60"));
  EXPECT_THAT(complaint(R"({"topic":"1","doc":"a","spans":[],"bep":60,"length":50})"),
              HasSubstr("an entry point at 60"));
  EXPECT_THAT(complaint(R"({"topic":"1","doc":"a","grade":1.5})"),
              HasSubstr("2:32: found 1.5, expected a grade"));
  EXPECT_THAT(complaint(R"({"topic":"1","doc":"a","grade":"x"})"), HasSubstr("a grade, a whole number"));
  EXPECT_THAT(complaint(R"({"topic":null,"doc":"a","grade":1})"),
              HasSubstr("found null, expected a topic's id"));
  EXPECT_THAT(complaint(R"({"topic":"","doc":"a","grade":1})"), HasSubstr("expected a topic's id"));
  EXPECT_THAT(complaint(R"({"doc":"a","grade":1})"), HasSubstr("judgements:2:1: found no \"topic\""));
  EXPECT_THAT(complaint(R"({"topic":"1","grade":1})"), HasSubstr("found no \"doc\""));
  EXPECT_THAT(complaint(R"({"topic":"1","doc":"a"})"),
              HasSubstr("found no \"spans\", \"quotes\", \"grade\" or \"elements\""));
  EXPECT_THAT(complaint(R"({"topic":"1","doc":"a","elements":[{"exhaustivity":1}]})"),
              HasSubstr("without a path"));
  EXPECT_THAT(complaint(R"({"topic":"1","doc":"a","elements":[{"path":"/a/b[1]"}]})"),
              HasSubstr("2:36: found '/a/b[1]', expected a path such as"));
  EXPECT_THAT(complaint(R"({"topic":"1","doc":"a","elements":[{"path":"/a[1]","exhaustivity":4}]})"),
              HasSubstr("2:67: found 4, expected a grade, a whole number from 0 to 3"));
}

TEST(JudgementJsonLines, ReportBrokenJson) {
  for (const char* broken :
       {R"({"topic":"1","doc":"a","grade":1)", R"({"topic":"1","doc":"a","grade":1}})",
        R"({"topic":"1","doc":"a","grade":1} {"x":1})", R"({"topic":"1" "doc":"a","grade":1})", "[1,2]",
        "topic", "\"\xff\"", R"({"topic":"1","doc":"a","grade":1,})"}) {
    const std::string said = complaint(broken);
    EXPECT_THAT(said, HasSubstr("judgements:2:")) << broken;
    EXPECT_THAT(said, HasSubstr("found ")) << broken;
  }
}

TEST(JudgementJsonLines, SayOnceWhichFieldsTheyIgnore) {
  const auto read = read_text(
      "{\"topic\":\"1\",\"doc\":\"a\",\"grade\":1,\"who\":[1,{\"x\":2}]}\n"
      "{\"topic\":\"1\",\"who\":\"me\",\"doc\":\"b\",\"grade\":1}\n");
  EXPECT_EQ(read.messages(),
            "judgements:1:40: warning: field 'who' is not known and is ignored, here and below\n");
  EXPECT_EQ(read.judgements->size(), 2U);
}

TEST(JudgementJsonLines, AreToldFromRunsAndTopics) {
  const auto recognised = [](std::string_view bytes) {
    return judgement_formats::kJsonLines.sniff(JudgementHead(bytes));
  };
  EXPECT_TRUE(recognised(R"({"topic":"7","doc":"a","spans":[]})"));
  EXPECT_TRUE(recognised("\n{\"topic\":\"7\",\"doc\":\"a\",\"grade\":0}\n{"));
  EXPECT_FALSE(recognised(R"({"topic":"7","doc":"a","begin":1,"end":2,"score":3})"));
  EXPECT_FALSE(recognised(R"({"id":"7","title":"a"})"));
  EXPECT_FALSE(recognised("{"));
  EXPECT_FALSE(recognised(""));
}

/// Judgements whose quotes are looked for in two small texts.
ReadResult read_quotes(const std::string& text, Locate locate = Locate::kOnly) {
  static const auto source = [](std::string_view doc) -> std::optional<std::string> {
    if (doc == "a.md") return "Ships sail.\nShips sink.";
    return doc == "b.md" ? std::optional<std::string>("Harbours are safe.") : std::nullopt;
  };
  DocumentTexts texts(source);
  JudgementOptions options;
  options.annotation.texts = &texts;
  options.locate = locate;
  return read_text(text, options);
}

TEST(JudgementQuotes, AreFoundInTheDocument) {
  for (const std::string_view quotes :
       {R"("quotes":["sail. Ships sink."])", R"("evidence":"sail. Ships sink.")",
        R"("answers":[{"text":"sail. Ships sink."}])", R"("answers":[{"content":"sail.\nShips sink."}])",
        R"("quotes":[{"start":6,"end":23,"text":"sail.\nShips sink."}])",
        R"("quotes":["sail."],"spans":[[12,23],[11,12]])"}) {
    const auto read =
        read_quotes(fmt::format(R"({{"query_id":"7","question":"?","source":"a.md",{}}})", quotes));
    ASSERT_TRUE(read.judgements) << quotes;
    EXPECT_EQ(read.messages(), "") << quotes;
    const TopicJudgements& topic = *read.judgements->find("7");
    EXPECT_THAT(topic.highlights(*topic.find("a.md")), ElementsAre(Span{6, 23})) << quotes;
    EXPECT_EQ(topic.find("a.md")->grade, 1);
  }
  const auto read = read_quotes(R"({"qid":"7","doc_id":"b.md","evidence":[]})");
  EXPECT_EQ(read.judgements->find("7")->find("b.md")->grade, 0);
}

TEST(JudgementQuotes, MayEachNameTheirDocument) {
  const auto read = read_quotes(
      R"({"topic":"7","quotes":[{"text":"sail","doc":"a.md"},{"text":"safe","doc":"b.md"},{"text":"sink","doc":"a.md"}]})");
  EXPECT_EQ(read.messages(), "");
  const TopicJudgements& topic = *read.judgements->find("7");
  EXPECT_THAT(topic.highlights(*topic.find("a.md")), ElementsAre(Span{6, 10}, Span{18, 22}));
  EXPECT_THAT(topic.highlights(*topic.find("b.md")), ElementsAre(Span{13, 17}));
  EXPECT_EQ(topic.find("a.md")->length, 23U);
}

TEST(JudgementQuotes, SayWhatIsWrong) {
  EXPECT_THAT(read_quotes(R"({"topic":"7","doc":"a.md","quotes":["Ships"]})").messages(),
              HasSubstr("1:37: found 'Ships', which stands at 2 places of 'a.md' (0-5, 12-17)"));
  EXPECT_THAT(read_quotes(R"({"topic":"7","doc":"a.md","quotes":["Ships float."]})").messages(),
              HasSubstr("nearest is 'Ships sail.' at 0-11"));
  EXPECT_THAT(read_quotes(R"({"topic":"7","quotes":["Ships"]})").messages(),
              HasSubstr("found a quote, expected a \"doc\""));
  EXPECT_THAT(read_quotes(R"({"topic":"7","quotes":[]})").messages(), HasSubstr("no \"doc\""));
  EXPECT_THAT(read_quotes(R"({"topic":"7","doc":"a.md","quotes":[7]})").messages(),
              HasSubstr("expected a quote"));
  EXPECT_THAT(read_text(R"({"topic":"7","doc":"a.md","quotes":["a","b"]})").messages(),
              HasSubstr("expected the documents' texts"));
}

TEST(JudgementQuotes, TakeTheNextPlaceWhenAsked) {
  const auto read = read_quotes(R"({"topic":"7","doc":"a.md","quotes":["sail","Ships"]})", Locate::kNext);
  const TopicJudgements& topic = *read.judgements->find("7");
  EXPECT_THAT(topic.highlights(*topic.find("a.md")), ElementsAre(Span{6, 10}, Span{12, 17}));
  EXPECT_THAT(read.messages(), HasSubstr("1 text stands at several places"));
}

TEST(JudgementJsonLines, AreToldFromRunsAndFromToolsByTheirFields) {
  const auto format = [](std::string_view line) {
    const JudgementFormat* const found = sniff_judgements(line);
    return found == nullptr ? std::string_view() : found->name;
  };
  EXPECT_EQ(format(R"({"qid":"7","source":"a","evidence":["x"]})"), "jsonl");
  EXPECT_EQ(format(R"({"qid":"7","docno":"a","relevance":1})"), "jsonl");
  EXPECT_EQ(format(R"({"qid":"7","docno":"a","text":"x","score":1,"answers":["x"]})"), "");
  EXPECT_EQ(format(R"({"id":7,"text":"abc","label":[[0,2,"REL"]]})"), "doccano");
  EXPECT_EQ(format(R"({"topic":"1","doc":"a","text":"abc","label":[[0,2,"REL"]]})"), "doccano");
}

}  // namespace
}  // namespace fovea
