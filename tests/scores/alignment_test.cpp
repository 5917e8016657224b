#include "scores/alignment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace fovea {
namespace {

using testing::ElementsAre;

/// Run a has topics 1, 2 and 3, run b has 1, 3 and 4; c has none.
Scores three_runs() {
  Scores scores({{"AP"}}, {"1", "2", "3", "4", "5"});
  for (const std::string name : {"a", "b", "c"}) scores.add_run({name, {}});
  scores.set(0, 0, 0, 0.1);
  scores.set(0, 1, 0, 0.2);
  scores.set(0, 2, 0, 0.3);
  scores.set(1, 0, 0, 0.4);
  scores.set(1, 2, 0, 0.6);
  scores.set(1, 3, 0, 0.7);
  return scores;
}

std::optional<AlignedScores> align_one(const Scores& scores, TopicChoice choice) {
  return align(std::array{ScoredColumn{scores, 0}}, choice);
}

TEST(Alignment, CommonTopicsAreKeptInOrderAndTheOthersNamed) {
  const auto aligned = align_one(three_runs(), TopicChoice::kCommon);
  ASSERT_TRUE(aligned);
  EXPECT_THAT(aligned->scores.topics(), ElementsAre("1", "3"));
  EXPECT_THAT(aligned->incomplete, ElementsAre("2", "4"));
  ASSERT_EQ(aligned->scores.runs().size(), 2U);
  EXPECT_THAT(aligned->scores.matrix(0).run(1), ElementsAre(0.4, 0.6));
}

TEST(Alignment, AllTopicsScoreZeroWhereARunHasNone) {
  const auto aligned = align_one(three_runs(), TopicChoice::kAll);
  ASSERT_TRUE(aligned);
  EXPECT_THAT(aligned->scores.topics(), ElementsAre("1", "2", "3", "4"));
  EXPECT_THAT(aligned->scores.matrix(0).run(0), ElementsAre(0.1, 0.2, 0.3, 0));
  EXPECT_THAT(aligned->scores.matrix(0).run(1), ElementsAre(0.4, 0, 0.6, 0.7));
}

TEST(Alignment, NothingIsLeftWithoutATopicInCommon) {
  Scores scores({{"AP"}}, {"1", "2"});
  for (std::size_t run = 0; run < 2; ++run) scores.set(scores.add_run({"r", {}}), run, 0, 0.5);
  EXPECT_FALSE(align_one(scores, TopicChoice::kCommon));
  EXPECT_FALSE(align_one(Scores(), TopicChoice::kAll));
}

TEST(Alignment, ColumnsOfTwoCubesStandSideBySideRunByRun) {
  const Scores first = three_runs();
  Scores second({{"P@5"}, {"AP"}}, {"3", "1", "9"});
  for (const std::string name : {"b", "a"}) second.add_run({name, {}});
  for (std::size_t run = 0; run < 2; ++run) {
    for (std::size_t t = 0; t < 3; ++t) second.set(run, t, 1, static_cast<double>(10 * run + t));
  }
  const auto aligned =
      align(std::array{ScoredColumn{first, 0}, ScoredColumn{second, 1}}, TopicChoice::kCommon);
  ASSERT_TRUE(aligned);
  EXPECT_THAT(aligned->scores.topics(), ElementsAre("1", "3"));
  EXPECT_THAT(aligned->incomplete, ElementsAre("2", "4", "9"));
  EXPECT_THAT(aligned->scores.values(0, 0), ElementsAre(0.1, 0.3));
  EXPECT_THAT(aligned->scores.values(0, 1), ElementsAre(11, 10));
  EXPECT_THAT(aligned->scores.values(1, 1), ElementsAre(1, 0));
}

}  // namespace
}  // namespace fovea
