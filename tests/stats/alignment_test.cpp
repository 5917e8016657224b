#include "stats/alignment.h"

#include <gtest/gtest.h>

namespace fovea::stats {
namespace {

std::vector<NamedScores> two_runs() {
  return {{"a", {"1", "2", "3"}, {0.1, 0.2, 0.3}}, {"b", {"3", "4", "1"}, {0.6, 0.7, 0.4}}};
}

TEST(Alignment, CommonTopicsAreKeptInOrderAndTheOthersNamed) {
  const auto runs = two_runs();
  const Computed<AlignedScores> aligned = align(runs, TopicChoice::kCommon);
  ASSERT_TRUE(aligned);
  EXPECT_EQ(aligned->topics, (std::vector<std::string>{"1", "3"}));
  EXPECT_EQ(aligned->incomplete, (std::vector<std::string>{"2", "4"}));
  EXPECT_EQ(aligned->scores.run(1)[0], 0.4);
  EXPECT_EQ(aligned->scores.run(1)[1], 0.6);
}

TEST(Alignment, AllTopicsScoreZeroWhereARunHasNone) {
  const auto runs = two_runs();
  const Computed<AlignedScores> aligned = align(runs, TopicChoice::kAll);
  EXPECT_EQ(aligned->topics, (std::vector<std::string>{"1", "2", "3", "4"}));
  EXPECT_EQ(aligned->scores.run(0)[3], 0);
  EXPECT_EQ(aligned->scores.run(1)[3], 0.7);
}

TEST(Alignment, NothingInCommonIsAReason) {
  const std::vector<NamedScores> runs{{"a", {"1"}, {0.1}}, {"b", {"2"}, {0.2}}};
  EXPECT_EQ(align(runs, TopicChoice::kCommon).why(), "the runs have no topic in common");
  EXPECT_EQ(align({}, TopicChoice::kAll).why(), "the runs have no topic in common");
}

}  // namespace
}  // namespace fovea::stats
