#include "stats/mean_interval.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <vector>

#include "stats/comparison.h"
#include "stats/filled_matrix.h"
#include "stats/paired_test.h"

namespace fovea::stats {
namespace {

FilledMatrix rows(std::initializer_list<std::initializer_list<double>> values) {
  FilledMatrix scores(values.size(), values.begin()->size());
  std::size_t run = 0;
  for (const auto& row : values) std::ranges::copy(row, scores.run(run++).begin());
  return scores;
}

TEST(MeanInterval, IsStudentsWhereThatStaysWithinTheScores) {
  const FilledMatrix scores = rows({{0.4, 0.5, 0.6, 0.5}, {0.3, 0.5, 0.4, 0.5}});
  const ScoreMatrix matrix = scores;
  const MeanIntervals intervals(matrix, {});
  const auto mean = intervals.of(0);
  const auto expected = t_interval(scores.run(0), 0.95);
  EXPECT_EQ(mean->low, expected->low);
  EXPECT_EQ(mean->high, expected->high);
  EXPECT_FALSE(mean->bootstrap);
  const std::vector<double> differences = matrix.differences(0, 1);
  EXPECT_EQ(intervals.of_difference(0, 1, differences)->low, t_interval(differences, 0.95)->low);
}

TEST(MeanInterval, IsTheBootstrapsWhereStudentsWouldLeaveTheRange) {
  const FilledMatrix scores = rows({{1, 1, 0.9, 1}, {0, 0, 0.2, 0}});
  const ScoreMatrix matrix = scores;
  ASSERT_GT(t_interval(scores.run(0), 0.95)->high, 1);
  ASSERT_LT(t_interval(scores.run(1), 0.95)->low, 0);
  const MeanIntervals intervals(matrix, {.resamples = 500, .seed = 7});
  const auto drawn = Bootstrap::draw(matrix, 500, 7);
  for (const std::size_t run : {0, 1}) {
    const auto interval = intervals.of(run);
    EXPECT_TRUE(interval->bootstrap);
    EXPECT_EQ(interval->low, drawn->interval(run, 0.95).low);
    EXPECT_EQ(interval->high, drawn->interval(run, 0.95).high);
  }
}

TEST(MeanInterval, LeavesMeasuresAloneThatAreNotBetween0And1) {
  const FilledMatrix scores = rows({{3, 0, 0, 1}});
  ASSERT_LT(t_interval(scores.run(0), 0.95)->low, 0);
  const ScoreMatrix matrix = scores;
  EXPECT_FALSE(MeanIntervals(matrix, {}).of(0)->bootstrap);
}

TEST(MeanInterval, OfADifferenceIsStudentsCutAtTheBound) {
  const FilledMatrix scores = rows({{1, 0.2}, {0.1, 0.1}});
  const ScoreMatrix matrix = scores;
  const std::vector<double> differences = matrix.differences(0, 1);
  ASSERT_GT(t_interval(differences, 0.95)->high, 1);
  const auto interval = MeanIntervals(matrix, {}).of_difference(0, 1, differences);
  EXPECT_EQ(interval->low, -1);
  EXPECT_EQ(interval->high, 1);
  EXPECT_FALSE(interval->bootstrap);
}

// All scores of 0, 0.5 and 1 that three topics can have, for two runs.
TEST(MeanInterval, NeverLeavesTheRangeOfTheScores) {
  constexpr std::size_t kAll = 3 * 3 * 3 * 3 * 3 * 3;
  for (std::size_t world = 0; world < kAll; ++world) {
    FilledMatrix scores(2, 3);
    std::size_t rest = world;
    for (std::size_t i = 0; i < 6; ++i, rest /= 3)
      scores.run(i / 3)[i % 3] = static_cast<double>(rest % 3) / 2;
    ComparisonPlan plan;
    plan.resamples = 50;
    const std::vector<RunPair> pairs{{0, 1}};
    const auto comparison = compare(scores, pairs, plan);
    ASSERT_TRUE(comparison);
    for (const RankedRun& run : comparison->ranking) {
      EXPECT_GE(run.interval->low, -1e-12) << world;
      EXPECT_LE(run.interval->high, 1 + 1e-12) << world;
      EXPECT_LE(run.interval->low, run.mean + 1e-12) << world;
      EXPECT_GE(run.interval->high, run.mean - 1e-12) << world;
    }
    EXPECT_GE(comparison->pairs[0].interval->low, -1 - 1e-12) << world;
    EXPECT_LE(comparison->pairs[0].interval->high, 1 + 1e-12) << world;
  }
}

// Pairs are compared on many threads, and the first that needs resamples draws them.
TEST(MeanInterval, CanBeAskedFromManyThreads) {
  FilledMatrix scores(60, 2);
  for (std::size_t run = 0; run < 60; ++run) {
    scores.run(run)[0] = run % 2 == 0 ? 1 : 0;
    scores.run(run)[1] = static_cast<double>(run) / 60;
  }
  const auto comparison = compare(scores, all_pairs(rank_runs(scores)), {});
  ASSERT_TRUE(comparison);
  EXPECT_GT(comparison->bootstrapped(), 0U);
}

}  // namespace
}  // namespace fovea::stats
