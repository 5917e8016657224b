// Forms: the two that come along, what is no form, answers, and what "done" asks for.
#include "assess/form.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assess/rebuild.h"
#include "world.h"

namespace fovea::assess {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

std::string faults_of_form(const std::string& toml) {
  Diagnostics said;
  EXPECT_FALSE(read_form(InputFile::from_memory("form.toml", toml), said));
  std::string out;
  for (const Diagnostic& each : said.kept()) out += to_string(each) + "\n";
  return out;
}

TEST(Forms, OfInex2010HaveItsNumbers) {
  Diagnostics said;
  const auto before = open_form("inex-2010-b", said);
  const auto after = open_form("inex-2010-c", said);
  ASSERT_TRUE(before && after);
  ASSERT_EQ(before->questions.size(), 20U);
  ASSERT_EQ(after->questions.size(), 14U);
  for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(before->questions[i].id, "B" + std::to_string(i + 1));
  for (std::size_t i = 0; i < 14; ++i) EXPECT_EQ(after->questions[i].id, "C" + std::to_string(i + 1));
  EXPECT_TRUE(before->before && before->for_authors);
  EXPECT_FALSE(after->before || after->for_authors);
  const auto kinds = [](const Form& form) {
    std::string out;
    for (const FormQuestion& each : form.questions) out += std::string(name_of(each.kind)) + " ";
    return out;
  };
  EXPECT_EQ(
      kinds(*before),
      "scale yes-no yes-no yes-no yes-no yes-no yes-no yes-no number number several yes-no yes-no yes-no choice "
      "choice yes-no yes-no yes-no text ");
  EXPECT_EQ(kinds(*after),
            "yes-no scale scale yes-no several yes-no yes-no scale scale choice several yes-no yes-no text ");
  EXPECT_FALSE(before->find("B20")->required);
  EXPECT_TRUE(after->find("C1")->from_authorship);
}

TEST(Forms, ThatAreNoneAreRefusedWithTheirPlaces) {
  EXPECT_THAT(faults_of_form("id = "), HasSubstr("form.toml:1:"));
  EXPECT_EQ(faults_of_form("id = \"x\"\n"),
            "form.toml:1:1: found a form without questions, expected [[question]] tables\n");
  EXPECT_EQ(
      faults_of_form("id = \"x\"\n[[question]]\nid = \"1\"\ntext = \"?\"\ntype = \"stars\"\n"),
      "form.toml:5:8: found type = 'stars', expected one of scale, yes-no, choice, several, number, text\n");
  EXPECT_THAT(
      faults_of_form(
          "id = \"x\"\n[[question]]\nid = \"1\"\ntext = \"?\"\ntype = \"choice\"\noptions = [\"a\"]\n"),
      HasSubstr("fewer than two options"));
  EXPECT_THAT(
      faults_of_form(
          "id = \"x\"\nidd = 1\n[[question]]\nid = \"1\"\ntext = \"?\"\ntype = \"text\"\n[[question]]\nid = "
          "\"1\"\ntext = \"?\"\ntype = \"text\"\n"),
      testing::AllOf(
          HasSubstr(
              "2:1: found the key 'idd', expected one of id, title, when, for, question; did you mean 'id'?"),
          HasSubstr("found the question '1' again")));
}

TEST(Forms, KnowWhatAnAnswerIs) {
  const FormQuestion scale{"B1", "?", AnswerKind::kScale, {"1", "2", "3", "4", "5"}};
  EXPECT_EQ(fault_of(scale, "5"), std::nullopt);
  EXPECT_EQ(fault_of(scale, ""), std::nullopt);
  EXPECT_EQ(fault_of(scale, "6"), "found '6', expected one of 1, 2, 3, 4, 5");
  const FormQuestion several{"B11", "?", AnswerKind::kSeveral, {"sentence", "article"}};
  EXPECT_EQ(fault_of(several, R"(["article","sentence"])"), std::nullopt);
  EXPECT_EQ(fault_of(several, R"([])"), std::nullopt);
  EXPECT_THAT(*fault_of(several, R"(["chapter"])"), HasSubstr("expected an array of sentence, article"));
  EXPECT_TRUE(fault_of(several, "article"));
  const FormQuestion number{"B9", "?", AnswerKind::kNumber, {}};
  EXPECT_EQ(fault_of(number, "12"), std::nullopt);
  EXPECT_TRUE(fault_of(number, "-1"));
  EXPECT_TRUE(fault_of(number, "many"));
  const FormQuestion text{"B20", "?", AnswerKind::kText, {}};
  EXPECT_EQ(fault_of(text, "'; DROP TABLE event; --"), std::nullopt);
  EXPECT_TRUE(fault_of(text, std::string(10001, 'x')));
}

TEST(Forms, MustBeFilledInBeforeATopicIsDone) {
  World world;
  Store store = world.open();
  world.rules.forms = {{"a", "", true, true, {{"A1", "?", AnswerKind::kText, {}}}},
                       {"c",
                        "",
                        false,
                        false,
                        {{"C1", "?", AnswerKind::kNumber, {}}, {"C2", "?", AnswerKind::kText, {}, false}}}};
  Transaction transaction(store.database());
  for (const char* doc : {"a", "b"})
    must(store.act(world.first, world.verdict(Status::kNotRelevant, 0, doc), world.rules, {world.ann, 0}));
  const auto finish = [&] {
    const auto refused = store.finish(world.first, world.rules, {world.ann, 0});
    return refused ? refused->message : "done";
  };
  const auto answer = [&](const std::string& form, const std::string& question, const std::string& value) {
    static std::uint64_t op = 7000;
    return store.answer(world.first, {form, question, value}, op_of(++op), world.rules, {world.ann, 0});
  };
  // The main assessor of a topic without an author is taken for it; whoever is not the author is not asked.
  EXPECT_EQ(finish(), "the form 'a' wants answers to A1");
  world.rules.authors["1"] = "somebody";
  EXPECT_EQ(finish(), "the form 'c' wants answers to C1");
  EXPECT_EQ(refused(answer("c", "C1", "many"))->reason, Refusal::kRule);
  EXPECT_EQ(refused(answer("c", "C9", "1"))->reason, Refusal::kNotFound);
  EXPECT_EQ(refused(answer("z", "C1", "1"))->reason, Refusal::kNotFound);
  must(answer("c", "C1", "3"));
  must(answer("c", "C1", ""));
  EXPECT_EQ(finish(), "the form 'c' wants answers to C1");
  must(answer("c", "C1", "4"));
  EXPECT_EQ(finish(), "done");
  transaction.commit();
  EXPECT_THAT(verify(store), IsEmpty());
}

}  // namespace
}  // namespace fovea::assess
