#include "judgements/output.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "judgements/builder.h"
#include "judgements/judgement_format.h"
#include "judgements/reading.h"

namespace fovea {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

struct Written {
  std::string text;
  Unsaid unsaid;
};

Written write(const Judgements& judgements, const JudgementFormat& format) {
  Written written;
  written.unsaid =
      format.write(judgements, nullptr, [&written](std::string_view piece) { written.text += piece; });
  return written;
}

std::string optional(const std::optional<Offset>& value) {
  return value ? std::to_string(*value) : "-";
}

/// Everything judgements say, as text: two that print alike are alike.
std::string print(const Judgements& judgements) {
  const JudgementKinds kinds = judgements.kinds();
  std::string all = fmt::format("{}{}{}\n", kinds.highlights, kinds.element_grades, kinds.document_grades);
  for (const TopicJudgements& topic : judgements.topics()) {
    for (const JudgedDocument& document : topic.documents()) {
      all += fmt::format("{} {} grade {} chars {} length {} bep {} first {}:", topic.topic(), document.id,
                         document.grade, document.relevant_chars, optional(document.length),
                         optional(document.bep), optional(document.first_listed));
      for (const Span span : topic.highlights(document)) all += fmt::format(" {}-{}", span.begin, span.end);
      for (const ElementGrade& element : topic.elements(document)) {
        all += fmt::format(" [{} {},{} {}/{} {}{}{}{}]", element.path, element.exhaustivity,
                           element.specificity, element.highlighted, element.size, element.too_small,
                           element.in_pool, element.inferred, element.inconsistent);
      }
      all += "\n";
    }
  }
  return all;
}

/// A random world of judgements: what a document may carry is up to the format under test.
struct World {
  bool lengths = true;
  bool highlights = false;
  bool grades = false;
  bool elements = false;
  bool sizes = false;
  bool odd_ids = false;

  Judgements make() const;

 private:
  std::string id(std::string_view kind, int number) const {
    return odd_ids ? fmt::format("{} \"<&é{}>\\\n", kind, number) : fmt::format("{}{}", kind, number);
  }
  void add_highlights(JudgedDocument& document, std::vector<Span>& passages) const;
  std::vector<ElementGrade> make_elements(JudgementBuilder& builder) const;
};

Offset below(Offset limit) {
  return *rc::gen::inRange<Offset>(0, limit);
}
bool coin() {
  return *rc::gen::arbitrary<bool>();
}

void World::add_highlights(JudgedDocument& document, std::vector<Span>& passages) const {
  for (Offset i = below(5); i > 0; --i) {
    const Offset begin = below(90);
    passages.push_back({begin, begin + 1 + below(100 - begin)});
  }
  document.relevant_chars = static_cast<Offset>(character_count(SpanSet(passages)));
  if (!passages.empty()) {
    document.first_listed = passages.front().begin;
    if (coin()) document.bep = below(101);
    if (coin()) document.relevant_chars = below(101);
  }
}

std::vector<ElementGrade> World::make_elements(JudgementBuilder& builder) const {
  std::vector<ElementGrade> made;
  for (Offset i = below(4); i > 0; --i) {
    ElementGrade element;
    element.path = builder.keep(fmt::format("/a[1]/b[{}]", i));
    if (sizes) {
      element.size = 1 + below(100);
      element.highlighted = below(element.size + 1);
      element.specificity = element.highlighted == 0                  ? 0
                            : element.highlighted == element.size     ? 3
                            : 2 * element.highlighted >= element.size ? 2
                                                                      : 1;
      element.too_small = coin();
      element.exhaustivity = element.too_small ? 0 : static_cast<std::uint8_t>(below(4));
    } else {
      element.exhaustivity = static_cast<std::uint8_t>(below(4));
      element.specificity = static_cast<std::uint8_t>(below(4));
      element.in_pool = coin();
      element.inferred = coin();
      element.inconsistent = coin();
    }
    made.push_back(element);
  }
  return made;
}

Judgements World::make() const {
  Diagnostics diagnostics;
  JudgementBuilder builder(MergePolicy::kReject, diagnostics);
  builder.add_kinds({highlights, elements, grades});
  const int topics = 1 + static_cast<int>(below(3));
  for (int t = 0; t < topics; ++t) {
    const std::string_view topic = builder.keep(id("t", t));
    for (int d = 1 + static_cast<int>(below(4)); d > 0; --d) {
      JudgedDocument document;
      document.id = builder.keep(id("d", d));
      if (lengths) document.length = 100;
      std::vector<Span> passages;
      std::vector<ElementGrade> graded;
      if (highlights) add_highlights(document, passages);
      if (elements) graded = make_elements(builder);
      document.grade = derived_grade(document.relevant_chars > 0 || !passages.empty(), graded);
      if (grades) document.grade = static_cast<std::int32_t>(below(5)) - 1;
      builder.add(topic, document, passages, graded);
    }
  }
  return std::move(builder).finish();
}

void check_round_trip(const World& world, const JudgementFormat& format, bool complete = true) {
  const Judgements judgements = world.make();
  const Written written = write(judgements, format);
  if (complete) RC_ASSERT(written.unsaid.empty());
  const auto read = read_text(written.text);
  RC_LOG() << written.text << read.messages();
  RC_ASSERT(read.judgements && read.diagnostics.ok());
  RC_ASSERT(print(*read.judgements) == print(judgements));
}

RC_GTEST_PROP(RoundTrip, InexQrelsGiveHighlightsBack, ()) {
  check_round_trip({.highlights = true}, judgement_formats::kInexQrels);
}

RC_GTEST_PROP(RoundTrip, TrecQrelsGiveGradesBack, ()) {
  check_round_trip({.lengths = false, .grades = true}, judgement_formats::kTrecQrels);
}

RC_GTEST_PROP(RoundTrip, JsonLinesGiveEverythingBack, ()) {
  World world{coin(), coin(), coin(), coin(), coin(), coin()};
  if (!world.highlights && !world.elements) world.grades = true;
  check_round_trip(world, judgement_formats::kJsonLines);
}

RC_GTEST_PROP(RoundTrip, AssessmentsGiveGradesOfElementsBack, ()) {
  check_round_trip({.lengths = false, .elements = true, .sizes = coin(), .odd_ids = coin()},
                   judgement_formats::kAssessments);
}

Judgements judgements_of(const std::string& text) {
  auto read = read_text(text);
  EXPECT_TRUE(read.judgements && read.diagnostics.ok()) << read.messages();
  return std::move(*read.judgements);
}

TEST(Writing, InexQrelsListThePassageFirstThatWasListedFirst) {
  const auto written =
      write(judgements_of("1 Q0 a 40 100 5 50:10 10:20 60:10\n1 Q0 b 0 9\n"), judgement_formats::kInexQrels);
  EXPECT_EQ(written.text, "1 Q0 a 40 100 5 50:20 10:20\n1 Q0 b 0 9\n");
  EXPECT_THAT(written.unsaid, IsEmpty());
  const auto split = write(judgements_of("1 Q0 a 20 100 5 20:10 10:10\n"), judgement_formats::kInexQrels);
  EXPECT_EQ(split.text, "1 Q0 a 20 100 5 20:10 10:10\n");
}

TEST(Writing, JsonLinesLookLikeTheOnesOfTheManual) {
  const auto written =
      write(judgements_of("7 Q0 a.md 360 9000 120 120:360\n7 Q0 b.md 0 80\n"), judgement_formats::kJsonLines);
  EXPECT_EQ(written.text,
            "{\"topic\":\"7\",\"doc\":\"a.md\",\"spans\":[[120,480]],\"bep\":120,\"length\":9000}\n"
            "{\"topic\":\"7\",\"doc\":\"b.md\",\"spans\":[],\"length\":80}\n");
  EXPECT_THAT(written.unsaid, IsEmpty());
}

TEST(Writing, AssessmentsLookLikeThoseOf2003) {
  const std::string text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<assessments topic=\"91\">\n"
      "<file file=\"a\">\n"
      "<path path=\"/a[1]\" exhaustiveness=\"3\" specificity=\"1\" inpool=\"true\"/>\n"
      "</file>\n"
      "<file file=\"b\"/>\n"
      "</assessments>\n";
  EXPECT_EQ(write(judgements_of(text), judgement_formats::kAssessments).text, text);
}

TEST(Writing, AssessmentsKeepRelevantDocumentsWithoutGradedElementsAsTheirRoots) {
  // 60 of 90 characters; a length that nobody knows; and one judged not relevant.
  const auto written =
      write(judgements_of("1 Q0 a 60 90 5 20:60\n1 Q0 b 0 9\n"), judgement_formats::kAssessments);
  EXPECT_THAT(
      written.text,
      HasSubstr("<file file=\"a\">\n<element path=\"/article[1]\" size=\"90\" rsize=\"60\"/>\n</file>\n"
                "<file file=\"b\"/>\n"));
  EXPECT_THAT(written.unsaid,
              Contains(Pair("relevant documents without graded elements, written as their root element", 1)));
  const auto graded = write(judgements_of("1 0 a 2\n1 0 b 0\n"), judgement_formats::kAssessments);
  EXPECT_THAT(graded.text, HasSubstr("<path path=\"/article[1]\" exhaustiveness=\"1\" specificity=\"1\"/>"));
  const Judgements again = judgements_of(graded.text);
  EXPECT_TRUE(again.find("1")->find("a")->relevant());
  EXPECT_FALSE(again.find("1")->find("b")->relevant());
}

TEST(Writing, ElementsThatNobodyGradedHaveTheirShareOfHighlightedText) {
  const std::string text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<assessments topic=\"91\">\n"
      "<file file=\"a\">\n"
      "<element path=\"/a[1]\" size=\"80\" rsize=\"30\"/>\n"
      "</file>\n"
      "</assessments>\n";
  const Judgements judgements = judgements_of(text);
  EXPECT_EQ(write(judgements, judgement_formats::kAssessments).text, text);
  const std::string lines = write(judgements, judgement_formats::kJsonLines).text;
  EXPECT_THAT(lines, HasSubstr("\"size\":80,\"highlighted\":30,\"relevance\":0.375}"));
  EXPECT_EQ(write(judgements_of(lines), judgement_formats::kAssessments).text, text);
}

TEST(Writing, NamesWhatTrecQrelsCannotSay) {
  const auto written =
      write(judgements_of("1 Q0 a 10 100 5 50:10\n1 Q0 b 0 9\n"), judgement_formats::kTrecQrels);
  EXPECT_EQ(written.text, "1 0 a 1\n1 0 b 0\n");
  EXPECT_THAT(written.unsaid, ElementsAre(Pair("best entry points", 1), Pair("highlighted passages", 1),
                                          Pair("lengths of documents", 2)));
}

TEST(Writing, LeavesOutWhatInexQrelsWouldSayWrong) {
  const auto grades = write(judgements_of("1 0 a 2\n1 0 b 0\n"), judgement_formats::kInexQrels);
  EXPECT_EQ(grades.text, "");
  EXPECT_THAT(grades.unsaid,
              ElementsAre(Pair("documents left out, as their length is not known (give a collection)", 1),
                          Pair("relevant documents left out, as nothing is highlighted in them", 1)));
}

TEST(Writing, LeavesOutIdsThatDoNotFit) {
  const std::string blanks =
      "{\"topic\":\"1\",\"doc\":\"a b\",\"grade\":1}\n{\"topic\":\"#1\",\"doc\":\"b\",\"grade\":1}\n";
  const auto columns = write(judgements_of(blanks), judgement_formats::kTrecQrels);
  EXPECT_EQ(columns.text, "");
  EXPECT_THAT(columns.unsaid,
              ElementsAre(Pair("documents left out, as their ids or topics do not fit the format", 2)));
  const auto xml = write(judgements_of("{\"topic\":\"1\",\"doc\":\"\\u0001\",\"spans\":[]}\n"),
                         judgement_formats::kAssessments);
  EXPECT_THAT(xml.unsaid,
              ElementsAre(Pair("documents left out, as their ids or topics do not fit the format", 1)));
  const auto json = write(judgements_of("1 0 \xFF 1\n"), judgement_formats::kJsonLines);
  EXPECT_EQ(json.text, "");
}

}  // namespace
}  // namespace fovea
