#include "scores/scores.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace fovea {
namespace {

using testing::ElementsAre;

/// values[run][measure][topic]; negative for none.
Scores cube(const std::vector<std::vector<std::vector<double>>>& values) {
  Scores scores({{"AP"}, {"NumRet", Average::kSum}}, {"7", "8", "9"});
  for (std::size_t run = 0; run < values.size(); ++run) {
    scores.add_run({std::string(1, static_cast<char>('a' + run)), {}});
    for (std::size_t m = 0; m < values[run].size(); ++m) {
      for (std::size_t t = 0; t < 3; ++t) {
        if (values[run][m][t] >= 0) scores.set(run, t, m, values[run][m][t]);
      }
    }
    scores.summarise(run);
  }
  return scores;
}

Scores two_runs() {
  return cube({{{0.5, 0.25, -1}, {1, 2, -1}}, {{1, 0, 0.5}, {3, 4, 5}}});
}

TEST(Scores, AMatrixShowsOneMeasureOfAllRuns) {
  const Scores scores = two_runs();
  const ScoreMatrix matrix = scores.matrix(1);
  EXPECT_EQ(matrix.runs(), 2U);
  EXPECT_THAT(matrix.run(0), ElementsAre(1, 2, 0));
  EXPECT_THAT(matrix.run(1), ElementsAre(3, 4, 5));
  EXPECT_EQ(matrix.run(1).data(), scores.values(1, 1).data());  // a view, and no copy
  EXPECT_THAT(matrix.differences(1, 0), ElementsAre(2, 2, 5));
}

TEST(Scores, SummariesAreOfTheTopicsThatHaveScores) {
  const Scores scores = two_runs();
  EXPECT_EQ(scores.summary(0, 0), 0.375);
  EXPECT_EQ(scores.summary(0, 1), 3);
  EXPECT_EQ(scores.summary(1, 0), 0.5);
  EXPECT_EQ(scores.value(0, 2, 0), std::nullopt);
  EXPECT_EQ(scores.value(1, 1, 0), 0.0);
}

TEST(Scores, RunsAreRankedByTheirSummariesAndEqualOnesShareARank) {
  const Scores scores = cube({{{0.5, 0.5, 0.5}}, {{1, 1, 1}}, {{0.25, 0.75, 0.5}}, {{0, 0, 0}}});
  EXPECT_THAT(scores.ranks(0), ElementsAre(2, 1, 2, 4));
}

TEST(Scores, ThingsAreFoundByTheirNames) {
  const Scores scores = two_runs();
  EXPECT_EQ(scores.run_named("b"), 1U);
  EXPECT_EQ(scores.topic_named("9"), 2U);
  EXPECT_EQ(scores.measure_named("NumRet"), 1U);
  EXPECT_EQ(scores.measure_named("MAP"), std::nullopt);
}

TEST(Scores, RunsAreAppendedAndMeasuresTheyLackAreUnknown) {
  Scores scores = two_runs();
  Scores further({{"AP"}}, {"7", "8", "9"});
  further.add_run({"c", {}});
  further.set(0, 1, 0, 0.75);
  further.summarise(0);
  scores.append(further, std::numeric_limits<double>::quiet_NaN());
  ASSERT_EQ(scores.runs().size(), 3U);
  EXPECT_EQ(scores.value(2, 1, 0), 0.75);
  EXPECT_EQ(scores.value(2, 0, 0), std::nullopt);
  EXPECT_EQ(scores.value(2, 1, 1), std::nullopt);
  EXPECT_EQ(scores.summary(2, 0), 0.75);
  EXPECT_TRUE(std::isnan(scores.summary(2, 1)));
  EXPECT_EQ(scores.value(1, 2, 1), 5);  // what was there stays where it was
}

TEST(Scores, RunsAreChosenWithAllTheyHave) {
  const std::vector<std::size_t> order = {1, 0};
  const Scores turned = two_runs().with_runs(order);
  EXPECT_EQ(turned.runs()[0].name, "b");
  EXPECT_THAT(turned.values(0, 1), ElementsAre(3, 4, 5));
  EXPECT_EQ(turned.summary(0, 1), 12);
  EXPECT_EQ(turned.value(1, 2, 0), std::nullopt);
}

}  // namespace
}  // namespace fovea
