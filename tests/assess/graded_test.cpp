// Grades of elements: what each rule refuses, names and advises; and that nothing that is exported breaks one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "assess/export.h"
#include "assess/graded_document.h"
#include "assess/rebuild.h"
#include "judgements/consistency.h"
#include "judgements/judgement_file.h"
#include "judgements/judgement_format.h"
#include "world.h"

namespace fovea::assess {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// One document: an article of two sections, the first with two paragraphs, the second with text of its own and one.
class GradedTest : public testing::Test {
 protected:
  void SetUp() override {
    make_collection(folder / "c.fovea",
                    {{"a", "<article><sec><p>one</p><p>two</p></sec><sec>own<p>three</p></sec></article>"}});
    Diagnostics said;
    collection = Collection::open(folder / "c.fovea", said);
    rules.collection = &*collection;
    rules.mode = AssessMode::kGrades2003;
    Transaction transaction(store.database());
    must(store.add_pool(pool_of({{"1", {"a"}}}), {}, *collection, {}));
    ann = must(store.add_account("ann", "assessor", "", {}));
    assignment = must(store.assign("1", ann, Part::kMain, {})).id;
    transaction.commit();
  }

  std::string say(Act act) {
    act.op = op_of(++ops);
    act.doc = "a";
    act.sha256 = store.document("a")->sha256;
    act.base_version = store.state(assignment, 1).version;
    Transaction transaction(store.database());
    const auto outcome = store.act(assignment, act, rules, {ann, 0});
    transaction.commit();
    if (const auto* const no = refused(outcome)) return no->message;
    warnings = std::get<Accepted>(outcome).warnings;
    return "";
  }
  std::string grade(const std::string& path, int e, int s) {
    Act act;
    act.kind = EventKind::kGrade;
    act.path = path;
    act.grade = Grade{static_cast<std::uint8_t>(e), static_cast<std::uint8_t>(s)};
    return say(act);
  }
  std::string judge(Status verdict) {
    Act act;
    act.kind = EventKind::kJudge;
    act.verdict = verdict;
    return say(act);
  }

  TemporaryFolder folder;
  std::optional<Collection> collection;
  Store store = Store::create(folder / "s.assess");
  JudgingRules rules;
  std::int64_t ann = 0, assignment = 0;
  std::uint64_t ops = 0;
  std::vector<std::string> warnings;
};

const std::string kRoot = "/article[1]";
const std::string kFirst = kRoot + "/sec[1]";
const std::string kSecond = kRoot + "/sec[2]";

TEST_F(GradedTest, EveryRefusalNamesRuleElementsAndCure) {
  EXPECT_EQ(
      grade(kFirst, 2, 0),
      "exhaustivity is 0 exactly when specificity is: '/article[1]/sec[1]' (2,0) is graded 0 in one dimension only; "
      "both or neither should be 0; set both to 0, or neither");
  EXPECT_EQ(grade(kRoot, 1, 1), "");
  EXPECT_EQ(
      grade(kFirst, 2, 2),
      "an element is at least as exhaustive as what it contains: '/article[1]' (1,1) is less exhaustive than "
      "'/article[1]/sec[1]' (2,2) inside it; raise '/article[1]' and all around it to 2 at least, or lower "
      "'/article[1]/sec[1]'");
  EXPECT_EQ(grade("/article[1]/fig[1]", 1, 1), "the document has no element '/article[1]/fig[1]'");
  EXPECT_EQ(
      judge(Status::kRelevant),
      "what is around and inside a relevant element is graded too: '/article[1]/sec[1]' is not graded, and stands "
      "inside '/article[1]' (1,1), which is relevant; grade '/article[1]/sec[1]'; 0 grades all that it contains");
  EXPECT_EQ(
      judge(Status::kNotRelevant),
      "a document that is not relevant has no marked text, no best entry point and no grade above 0: take them away, "
      "then judge");
  Act mark;
  mark.kind = EventKind::kAdd;
  mark.span = {0, 2};
  EXPECT_EQ(say(mark), "in this track elements are graded, and no text marked");
}

TEST_F(GradedTest, AnElementOfZerosIsZeroUnlessItHasTextOfItsOwn) {
  EXPECT_EQ(grade(kRoot, 1, 1), "");
  EXPECT_EQ(grade(kFirst, 1, 1), "");
  EXPECT_EQ(grade(kSecond, 1, 1), "");
  for (const char* p : {"/article[1]/sec[1]/p[1]", "/article[1]/sec[1]/p[2]", "/article[1]/sec[2]/p[1]"})
    EXPECT_EQ(grade(p, 0, 0), "");
  // Of the two sections only the first is nothing but its paragraphs.
  EXPECT_THAT(
      judge(Status::kRelevant),
      HasSubstr(
          "whose children are all 0 is 0: '/article[1]/sec[1]' (1,1) is relevant, but all of its assessed "
          "children are graded 0; grade '/article[1]/sec[1]' 0, or one of its children above 0"));
  EXPECT_EQ(grade(kFirst, 0, 0), "");
  EXPECT_EQ(judge(Status::kRelevant), "");
  EXPECT_THAT(warnings, IsEmpty());
}

TEST_F(GradedTest, WhatIsUnlikelyIsAWarning) {
  EXPECT_EQ(grade(kRoot, 3, 3), "");
  EXPECT_EQ(grade(kFirst, 1, 1), "");
  EXPECT_EQ(grade("/article[1]/sec[1]/p[1]", 1, 1), "");
  EXPECT_EQ(grade("/article[1]/sec[1]/p[2]", 0, 0), "");
  EXPECT_EQ(grade(kSecond, 0, 0), "");
  EXPECT_EQ(judge(Status::kRelevant), "");
  EXPECT_THAT(warnings,
              ElementsAre(HasSubstr("'/article[1]' (3,3), whose children have specificities from 0 to 1 and "
                                    "exhaustivities that sum up to 1")));
}

TEST_F(GradedTest, ExportsBreakNoRuleWhateverIsTried) {
  std::mt19937 random(20261115);
  const std::vector<std::string> paths{kRoot,
                                       kFirst,
                                       kSecond,
                                       "/article[1]/sec[1]/p[1]",
                                       "/article[1]/sec[1]/p[2]",
                                       "/article[1]/sec[2]/p[1]"};
  const auto document = collection->find("a");
  std::size_t exported = 0;
  for (int step = 0; step < 3000; ++step) {
    Act act;
    const auto choice = random() % 20;
    if (choice < 14) {
      const auto e = static_cast<int>(random() % 3);
      grade(paths[random() % paths.size()], e,
            e == 0 && random() % 10 > 0 ? 0 : static_cast<int>(random() % 4));
    } else if (choice < 15) {
      act.kind = EventKind::kGrade;
      act.path = paths[random() % paths.size()];
      say(act);
    } else if (choice < 16) {
      act.kind = EventKind::kUndo;
      say(act);
    } else {
      judge(random() % 4 == 0 ? Status::kNotRelevant : Status::kRelevant);
    }
    const Judgements out = judgements_in(store, {.collection = &*collection});
    if (out.topics().empty()) continue;
    std::string bytes;
    judgement_formats::kAssessments.write(out, nullptr, [&](std::string_view piece) { bytes += piece; });
    Diagnostics said;
    const auto read = read_judgements(InputFile::from_memory("export", bytes), {}, said);
    ASSERT_TRUE(read && said.ok());
    check_grade_consistency(*read, &*collection, said);
    EXPECT_EQ(said.warnings(), 0U) << bytes << to_string(said.kept().front());
    const TopicJudgements& topic = read->topics().front();
    for (const GradeBreach& breach :
         grade_breaches(topic.elements(topic.documents().front()), &*document, GradeRules::kAll)) {
      EXPECT_EQ(breach.code, "outside-children") << breach.message;
    }
    exported += topic.documents().front().element_count > 0 ? 1 : 0;
  }
  EXPECT_GT(exported, 50U) << "the test must see relevant documents";
  EXPECT_THAT(verify(store), IsEmpty());
}

}  // namespace
}  // namespace fovea::assess
