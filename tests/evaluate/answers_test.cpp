#include "evaluate/track/answers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fovea {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

std::vector<Question> read(std::string_view text, Diagnostics& diagnostics) {
  return read_answers(InputFile::from_memory("answers.csv", text), diagnostics);
}

TEST(Answers, AreOneTablePerColumnWithThePersonInFront) {
  Diagnostics diagnostics;
  const auto questions = read(
      "who,Familiar?,\"Could be, at least\"\nAda,very,a paragraph; a section\nBen,a little,\n", diagnostics);
  EXPECT_TRUE(diagnostics.ok());
  ASSERT_EQ(questions.size(), 2);
  EXPECT_EQ(questions[1].text, "Could be, at least");
  EXPECT_THAT(questions[0].answers, ElementsAre(Pair("Ada", "very"), Pair("Ben", "a little")));
  EXPECT_THAT(questions[1].answers, ElementsAre(Pair("Ada", "a paragraph"), Pair("Ada", "a section")));
}

TEST(Answers, OfTheAssessmentServerAreAboutTopics) {
  Diagnostics diagnostics;
  const auto questions = read(
      R"({"topic":"7","account":"ada","form":"b","question":"B7","value":"yes"})"
      "\n"
      R"({"topic":8,"account":"ben","form":"b","question":"B1","value":"[\"a section\",\"a paragraph\"]"})"
      "\n"
      R"({"topic":"8","account":"ben","form":"b","question":"B7","value":"no"})"
      "\n",
      diagnostics);
  EXPECT_TRUE(diagnostics.ok());
  ASSERT_EQ(questions.size(), 2);
  EXPECT_EQ(questions[0].text, "B7");
  EXPECT_TRUE(questions[0].of_topics);
  EXPECT_THAT(questions[0].answers, ElementsAre(Pair("7", "yes"), Pair("8", "no")));
  EXPECT_THAT(questions[1].answers, ElementsAre(Pair("8", "a section"), Pair("8", "a paragraph")));
  (void)read("{\"topic\":\"7\",\"value\":\"yes\"}\n", diagnostics);
  EXPECT_THAT(to_string(diagnostics.kept().front()), HasSubstr("answers.csv:1:1: found no \"question\""));
}

TEST(Answers, AreAboutTopicsWhereTheFirstColumnSaysSo) {
  Diagnostics diagnostics;
  EXPECT_TRUE(read("topic,Q\n1,yes\n", diagnostics)[0].of_topics);
  EXPECT_FALSE(read("assessor,Q\nAda,yes\n", diagnostics)[0].of_topics);
}

TEST(Answers, AreFoundByTheNumberOfTheirQuestion) {
  const std::vector<Question> questions{{"B71 never", {}}, {"B7. Did you?", {}}, {"B8", {}}};
  EXPECT_EQ(find_question(questions, "B7"), &questions[1]);
  EXPECT_EQ(find_question(questions, "B8"), &questions[2]);
  EXPECT_EQ(find_question(questions, "B71 never"), &questions[0]);
  EXPECT_EQ(find_question(questions, "B"), nullptr);
  EXPECT_EQ(find_question(questions, ""), nullptr);
}

TEST(Answers, WithAnotherNumberOfFieldsAreNamedAndLeftOut) {
  Diagnostics diagnostics;
  const auto questions = read("who,q\nAda,yes,no\nBen,yes\n", diagnostics);
  EXPECT_THAT(questions[0].answers, ElementsAre(Pair("Ben", "yes")));
  EXPECT_EQ(to_string(diagnostics.kept().front()),
            "answers.csv:2:1: found 3 fields, expected 2, as in the heading");
}

TEST(Answers, NeedAQuestion) {
  for (const std::string_view text : {"", "who\nAda\n"}) {
    Diagnostics diagnostics;
    EXPECT_TRUE(read(text, diagnostics).empty());
    EXPECT_THAT(to_string(diagnostics.kept().front()), HasSubstr("expected"));
  }
}

TEST(Answers, AreCountedTheMostFrequentFirst) {
  const Question question{"Q?", {{"Ada", "b"}, {"Ada", "c"}, {"Ben", "c"}, {"Cid", "a"}}};
  const AnswerCounts counts = count_answers(question);
  EXPECT_THAT(counts.answers, ElementsAre(Pair("c", 2U), Pair("a", 1U), Pair("b", 1U)));
  EXPECT_EQ(counts.people, 3U);
  EXPECT_FALSE(is_free_text(question));
}

TEST(Answers, AreFreeTextWhereSeveralSaidDifferentThings) {
  EXPECT_TRUE(is_free_text({"Q?", {{"Ada", "a"}, {"Ben", "b"}, {"Cid", "c"}}}));
  EXPECT_FALSE(is_free_text({"Q?", {{"Ada", "a"}, {"Ben", "b"}}})) << "two may differ by chance";
}

}  // namespace
}  // namespace fovea
