// Judgements for annotation tools: read → write → read is the identity.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "judgements/annotations/annotated.h"

namespace fovea {
namespace {

using Texts = std::map<std::string, std::string, std::less<>>;

DocumentTexts source_of(const Texts& texts) {
  return DocumentTexts([&texts](std::string_view doc) -> std::optional<std::string> {
    const auto text = texts.find(doc);
    return text == texts.end() ? std::nullopt : std::optional(text->second);
  });
}

struct Written {
  std::string bytes;
  Unsaid unsaid;
};

Written written(const JudgementFormat& format, const Judgements& judgements, const Texts& texts) {
  Written result;
  DocumentTexts source = source_of(texts);
  result.unsaid = format.write(judgements, texts.empty() ? nullptr : &source,
                               [&result](std::string_view piece) { result.bytes += piece; });
  return result;
}

struct OneDocument {
  std::string topic;
  std::string doc;
  std::vector<Span> spans;
  std::optional<Offset> length;
};

Judgements judgements_of(const std::vector<OneDocument>& documents) {
  Diagnostics diagnostics;
  JudgementBuilder builder(MergePolicy::kReject, diagnostics);
  for (const OneDocument& one : documents) {
    JudgedDocument document;
    document.id = builder.keep(one.doc);
    document.relevant_chars = static_cast<Offset>(character_count(SpanSet(one.spans)));
    document.grade = one.spans.empty() ? 0 : 1;
    document.length = one.length;
    if (!one.spans.empty()) document.first_listed = one.spans.front().begin;
    builder.add(builder.keep(one.topic), document, one.spans);
  }
  EXPECT_TRUE(diagnostics.ok());
  return std::move(builder).finish();
}

const Texts kWrittenTexts = {{"d", "a😀 27 \"cats\"\n"}, {"e", "none"}};

TEST(WrittenAnnotations, HaveTheShapeOfEachTool) {
  const Judgements judgements = judgements_of({{"7", "d", {{3, 5}}, 13}, {"7", "e", {}, 4}});
  EXPECT_EQ(written(judgement_formats::kDoccano, judgements, kWrittenTexts).bytes,
            "{\"id\":1,\"topic\":\"7\",\"doc\":\"d\",\"text\":\"a😀 27 "
            "\\\"cats\\\"\\n\",\"label\":[[3,5,\"Relevant\"]]}\n"
            "{\"id\":2,\"topic\":\"7\",\"doc\":\"e\",\"text\":\"none\",\"label\":[]}\n");
  EXPECT_EQ(written(judgement_formats::kLabelStudio, judgements, kWrittenTexts).bytes,
            "[\n{\"id\":1,\"data\":{\"topic\":\"7\",\"doc\":\"d\",\"text\":\"a😀 27 "
            "\\\"cats\\\"\\n\"},\"annotations\":[{\"was_cancelled\":false,"
            "\"result\":[{\"type\":\"labels\",\"from_name\":\"label\",\"to_name\":\"text\",\"value\":{"
            "\"start\":3,\"end\":5,\"text\":\"27\","
            "\"labels\":[\"Relevant\"]}}]}]},\n"
            "{\"id\":2,\"data\":{\"topic\":\"7\",\"doc\":\"e\",\"text\":\"none\"},\"annotations\":[{\"was_"
            "cancelled\":false,\"result\":[]}]}\n]\n");
  EXPECT_EQ(
      written(judgement_formats::kWebAnnotation, judgements, kWrittenTexts).bytes,
      "{\"@context\":\"http://www.w3.org/ns/anno.jsonld\",\"type\":\"AnnotationPage\",\"items\":[\n"
      "{\"type\":\"Annotation\",\"motivation\":\"assessing\",\"body\":[{\"type\":\"TextualBody\",\"purpose\":"
      "\"tagging\",\"value\":\"7\"}],"
      "\"target\":{\"source\":\"d\",\"selector\":[{\"type\":\"TextPositionSelector\",\"start\":3,\"end\":5},"
      "{\"type\":\"TextQuoteSelector\",\"exact\":\"27\",\"prefix\":\"a😀 \",\"suffix\":\" "
      "\\\"cats\\\"\\n\"}]}},\n"
      "{\"type\":\"Annotation\",\"motivation\":\"assessing\",\"body\":[{\"type\":\"TextualBody\",\"purpose\":"
      "\"tagging\",\"value\":\"7\"},"
      "{\"type\":\"TextualBody\",\"purpose\":\"assessing\",\"value\":\"not "
      "relevant\"}],\"target\":{\"source\":\"e\"}}\n]}\n");
}

TEST(WrittenAnnotations, NameWhatTheyCannotSay) {
  Diagnostics diagnostics;
  JudgementBuilder builder(MergePolicy::kReject, diagnostics);
  const auto add = [&builder](std::string_view topic, std::string_view doc, std::int32_t grade,
                              std::vector<Span> spans, std::optional<Offset> bep = {},
                              std::optional<Offset> length = {}) {
    JudgedDocument document;
    document.id = doc;
    document.relevant_chars = static_cast<Offset>(character_count(SpanSet(spans)));
    document.length = length;
    document.bep = bep;
    document.grade = grade;
    builder.add(topic, document, spans);
  };
  add("7", "d", 2, {{0, 2}}, 1, 13);
  add("7", "e", 1, {});
  add("7", "\xFF", 0, {});
  add("8", "d", 1, {{90, 99}});
  add("8", "absent", 0, {});
  const Judgements judgements = std::move(builder).finish();
  const Unsaid common = {{"best entry points", 1},
                         {"documents left out, as their ids or topics do not fit the format", 1},
                         {"grades of documents", 1},
                         {"relevant documents left out, as nothing is highlighted in them", 1}};
  Unsaid with_texts = common;
  with_texts["documents left out, as there is no text of them"] = 1;
  with_texts["documents left out, as their highlights do not fit the text"] = 1;
  EXPECT_EQ(written(judgement_formats::kDoccano, judgements, kWrittenTexts).unsaid, with_texts);
  EXPECT_EQ(written(judgement_formats::kLabelStudio, judgements, kWrittenTexts).unsaid, with_texts);
  Unsaid without_length = common;
  without_length["lengths of documents"] = 1;
  EXPECT_EQ(written(judgement_formats::kWebAnnotation, judgements, kWrittenTexts).unsaid, without_length);
}

RC_GTEST_PROP(WrittenAnnotations, AreReadBackAsTheSameJudgements, ()) {
  const auto characters = std::vector<std::string>{"a", "b", "\"", "\\", "\n", "é", "😀", " "};
  Texts texts;
  for (const char* doc : {"d", "e/é \"x\"", "f"}) {
    std::string& text = texts[doc] = "*";
    for (int i = *rc::gen::inRange(0, 60); i > 0; --i) text += *rc::gen::elementOf(characters);
  }
  std::vector<OneDocument> documents;
  for (const char* topic : {"7", "tópico 8"}) {
    for (const auto& [doc, text] : texts) {
      if (*rc::gen::arbitrary<bool>()) continue;
      const auto length = static_cast<Offset>(count_code_points(text));
      OneDocument one{topic, doc, {}, length};
      for (int i = *rc::gen::inRange(0, 4); i > 0; --i) {
        const Offset begin = *rc::gen::inRange<Offset>(0, length);
        one.spans.push_back({begin, *rc::gen::inRange<Offset>(begin + 1, length + 1)});
      }
      documents.push_back(one);
    }
  }
  RC_PRE(!documents.empty());
  const Judgements judgements = judgements_of(documents);
  const JudgementFormat* const format = *rc::gen::element(
      &judgement_formats::kWebAnnotation, &judgement_formats::kLabelStudio, &judgement_formats::kDoccano);
  const Written file = written(*format, judgements, texts);
  RC_LOG() << file.bytes;
  RC_ASSERT(sniff_judgements(file.bytes) == format);
  const Annotated again = read_annotated(file.bytes, {.texts = texts});
  RC_ASSERT(again.messages == "");
  RC_ASSERT(again.judgements == summary(judgements));
}

}  // namespace
}  // namespace fovea
