#include "evaluate/topic_groups.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judgements/judgement_file.h"

namespace fovea {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

Topic topic(std::string id, std::string type, std::string title) {
  Topic made;
  made.id = std::move(id);
  made.query_type = std::move(type);
  made.title = std::move(title);
  return made;
}

const std::vector<Topic> kTopics{topic("1", "CO", "olives"), topic("2", "CAS", "oil"), topic("3", "", "oil")};
const std::vector<Question> kQuestions{
    {"B7. Did you?", {{"1", "yes"}, {"2", "no"}, {"2", "yes"}, {"1", "yes"}}, true},
    {"Remarks", {{"Ada", "none"}}, false}};

TEST(TopicGroups, AreNamedByAFieldOrByAnAnswer) {
  Diagnostics diagnostics;
  EXPECT_THAT(*names_of_topics("topic:query_type", kTopics, kQuestions, diagnostics),
              ElementsAre(Pair("1", "CO"), Pair("2", "CAS")));
  EXPECT_THAT(*names_of_topics("topic:title", kTopics, kQuestions, diagnostics),
              ElementsAre(Pair("1", "olives"), Pair("2", "oil"), Pair("3", "oil")));
  EXPECT_THAT(*names_of_topics("answer:B7", kTopics, kQuestions, diagnostics),
              ElementsAre(Pair("1", "yes"), Pair("2", "no; yes")));
  EXPECT_TRUE(diagnostics.ok());
}

TEST(TopicGroups, NameWhatThereIsWhereAFieldOrQuestionIsUnknown) {
  const auto said = [](std::string_view by) {
    Diagnostics diagnostics;
    EXPECT_FALSE(names_of_topics(by, kTopics, kQuestions, diagnostics));
    return to_string(diagnostics.kept().front());
  };
  EXPECT_THAT(said("topic:colour"),
              HasSubstr("found 'topic:colour', expected a field of topics: query_type, title"));
  EXPECT_THAT(
      said("answer:B9"),
      HasSubstr("found 'answer:B9', expected a question of the questionnaires: B7. Did you?, Remarks"));
  EXPECT_THAT(said("answer:Remarks"),
              HasSubstr("found answers of people to 'Remarks', expected answers about topics"));
}

TEST(TopicGroups, AreInTheOrderOfTheJudgementsAndTopicsWithoutANameHaveAGroupOfTheirOwn) {
  Diagnostics diagnostics;
  const auto judgements =
      read_judgements(InputFile::from_memory("q", "3 0 a 1\n1 0 a 1\n2 0 a 1\n"), {}, diagnostics);
  ASSERT_TRUE(judgements);
  EXPECT_THAT(groups_of(*judgements, TopicNames{{"1", "CO"}, {"2", "CAS"}}),
              ElementsAre("(none)", "CO", "CAS"));
}

}  // namespace
}  // namespace fovea
