// Judgements of several groups: assessors, subtopics, preferences, and the aspects of TREC Genomics.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "judgements/judgement_format.h"
#include "judgements/reading.h"

namespace fovea {
namespace {

using testing::ElementsAre;

/// "doc group subgroup grade" of what groups say, in order.
std::vector<std::string> said_by_groups(const TopicJudgements& topic) {
  std::vector<std::string> all;
  for (const GroupGrade& grade : topic.groups()) {
    all.push_back(std::string(grade.doc) + " " + std::string(grade.group) + " " +
                  std::string(grade.subgroup) + " " + std::to_string(grade.grade).substr(0, 3));
  }
  return all;
}

TEST(GroupedQrels, KeepTheSecondColumnWhereItIsAskedFor) {
  const auto read = read_text("1 s1 a 2\n1 s2 a 1\n1 s2 b 0\n# a comment\n\n2 s1 c -1\n", {.groups = true});
  EXPECT_EQ(read.messages(), "");
  ASSERT_TRUE(read.judgements);
  EXPECT_TRUE(read.judgements->kinds().groups);
  ASSERT_EQ(read.judgements->topics().size(), 2U);
  const TopicJudgements& topic = read.judgements->topics().front();
  EXPECT_THAT(said_by_groups(topic), ElementsAre("a s1  2.0", "a s2  1.0", "b s2  0.0"));
  ASSERT_EQ(topic.documents().size(), 2U);
  EXPECT_EQ(topic.find("a")->grade, 2);  // the highest that any group gave
  EXPECT_EQ(topic.find("b")->grade, 0);
  EXPECT_EQ(read.judgements->topics()[1].find("c")->grade, -1);
}

TEST(GroupedQrels, AreReadByTheNamesOfTrecEval) {
  const auto jg = read_text("1 one a 1\n1 two a 0\n", {.format = judgement_format_named("qrels_jg")});
  EXPECT_EQ(jg.messages(), "");
  EXPECT_EQ(jg.judgements->topics().front().groups().size(), 2U);
  const auto levels =
      read_text("1 one a 1.5\n1 one b 0.2\n", {.format = judgement_format_named("qrels_prefs")});
  EXPECT_EQ(levels.messages(), "");
  EXPECT_EQ(levels.judgements->topics().front().find("a")->grade, 1);
  EXPECT_EQ(levels.judgements->topics().front().find("b")->grade, 1);  // above 0 is relevant
}

TEST(GroupedQrels, ReportWhatIsWrongWithItsPlace) {
  const auto read = read_text("1 s1 a\n1 s1 b 1 more\n1 s1 c 1.5\n1 s1 d 1\n1 s1 d 2\n",
                              {.format = judgement_format_named("qrels_jg")});
  EXPECT_EQ(read.messages(),
            "judgements:1:7: found 3 columns, expected topic group doc grade\n"
            "judgements:2:10: found a further column 'more', expected topic group doc grade\n"
            "judgements:3:8: found '1.5', expected a grade, a whole number\n"
            "judgements:5:6: found document 'd' again in group 's1' of topic '1', expected one judgement\n");
}

TEST(Preferences, AreToldByTheirFiveColumns) {
  const auto read = read_text("# who prefers what\n1 u1 0 a 3.5\n1 u1 0 b 2\n1 u1 1 b 5\n1 u1 1 c 4\n");
  EXPECT_EQ(read.messages(), "");
  ASSERT_TRUE(read.judgements);
  EXPECT_THAT(said_by_groups(read.judgements->topics().front()),
              ElementsAre("a u1 0 3.5", "b u1 0 2.0", "b u1 1 5.0", "c u1 1 4.0"));
  EXPECT_EQ(sniff_judgements("1 Q0 7 10 100\n"), &judgement_formats::kInexQrels);
}

TEST(Preferences, MustNotContradictEachOtherInAGroup) {
  const auto circle = read_text("1 u 0 a 2\n1 u 0 b 1\n1 u 1 b 2\n1 u 1 c 1\n1 u 2 c 2\n1 u 2 a 1\n");
  EXPECT_EQ(
      circle.messages(),
      "judgements:1: found document 'a' of group 'u' preferred to itself, by way of others, expected subgroups "
      "that go together\n");
  const auto zero = read_text("1 u 0 a 2\n1 u 0 b 0\n1 u 1 b 1\n1 u 1 c 1\n");
  EXPECT_EQ(
      zero.messages(),
      "judgements:3: found level 1 for document 'b' of group 'u', expected 0, as in line 2: 0 says not relevant\n");
  EXPECT_EQ(read_text("1 u 0 a 2\n1 u 0 b 1\n1 v 0 b 2\n1 v 0 a 1\n").messages(), "");  // groups may
}

TEST(GenomicsGold, IsHighlightedTextWithAspects) {
  const auto read =
      read_text("200\t1234\t100\t50\tLiver disease|Kidney\n200\t1234\t120\t50\tHeart\n201\t9\t0\t5\t\n");
  EXPECT_EQ(read.messages(), "");
  ASSERT_TRUE(read.judgements);
  EXPECT_TRUE(read.judgements->kinds().highlights);
  const TopicJudgements& topic = read.judgements->topics().front();
  ASSERT_EQ(topic.documents().size(), 1U);
  EXPECT_THAT(topic.highlights(topic.documents()[0]), ElementsAre(Span{100, 170}));
  EXPECT_EQ(topic.documents()[0].relevant_chars, 70U);
  ASSERT_EQ(topic.groups().size(), 3U);
  EXPECT_EQ(topic.groups()[0].group, "Liver disease");
  EXPECT_EQ(topic.groups()[1].group, "Kidney");
  EXPECT_EQ(topic.groups()[1].passage, (Span{100, 150}));
  EXPECT_EQ(topic.groups()[2].passage, (Span{120, 170}));
}

TEST(GenomicsGold, ReportsWhatIsWrongWithItsPlace) {
  const auto read = read_text(
      "200\t1\t0\t5\tLiver\n200\t1\t0\t5\n200\t1\t-1\t5\tLiver\n200\t1\t0\t0\tLiver\n\t1\t0\t5\tLiver\n"
      "200\t1\t2147483000\t2147483000\tLiver\n",
      {.format = judgement_format_named("genomics")});
  EXPECT_EQ(
      read.messages(),
      "judgements:2:1: found 4 columns, expected topic<TAB>pmid<TAB>offset<TAB>length<TAB>aspect|aspect\n"
      "judgements:3:7: found '-1', expected an offset (a whole number)\n"
      "judgements:4:9: found '0', expected a length of at least one character that ends below 2147483648\n"
      "judgements:5:1: found nothing, expected a topic\n"
      "judgements:6:18: found '2147483000', expected a length of at least one character that ends below "
      "2147483648\n");
}

}  // namespace
}  // namespace fovea
