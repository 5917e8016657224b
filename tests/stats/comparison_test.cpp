#include "stats/comparison.h"

#include <gtest/gtest.h>

#include <cmath>

#include "stats/agreement.h"
#include "stats/filled_matrix.h"
#include "stats/paired_test.h"

namespace fovea::stats {
namespace {

/// Run 1 leads, run 2 is run 0 again, run 3 leads run 0 by a constant.
FilledMatrix example() {
  FilledMatrix scores(4, 6);
  for (std::size_t t = 0; t < 6; ++t) {
    const double base = 0.1 + 0.1 * static_cast<double>(t);
    scores.run(0)[t] = base;
    scores.run(1)[t] = base + 0.2 + 0.01 * static_cast<double>(t % 3);
    scores.run(2)[t] = base;
    scores.run(3)[t] = base + 0.125;
  }
  return scores;
}

TEST(Comparison, RunsAreRankedByMeanAndEqualsKeepTheirOrder) {
  EXPECT_EQ(rank_runs(example()), (std::vector<std::size_t>{1, 3, 0, 2}));
}

TEST(Comparison, AllPairsPutTheHigherRunFirst) {
  const FilledMatrix scores = example();
  const Computed<Comparison> comparison = compare(scores, all_pairs(rank_runs(scores)), {});
  ASSERT_TRUE(comparison);
  ASSERT_EQ(comparison->pairs.size(), 6);
  EXPECT_EQ(comparison->pairs[0].runs.first, 1);
  EXPECT_EQ(comparison->pairs[0].runs.second, 3);
  for (const ComparedPair& pair : comparison->pairs) EXPECT_GE(pair.difference, 0);
  EXPECT_EQ(comparison->pairs[1].topics.wins, 6);
  EXPECT_NEAR(*comparison->pairs[1].p, paired_t_test(ScoreMatrix(scores).differences(1, 0), Tails::kTwo)->p,
              1e-15);
  EXPECT_LE(comparison->ranking[0].interval->low, comparison->ranking[0].mean);
}

TEST(Comparison, AConstantDifferenceHasNoDeviationInSpiteOfRounding) {
  FilledMatrix scores(2, 3);
  const double values[] = {0.1, 0.2, 0.2};
  for (std::size_t t = 0; t < 3; ++t) {
    scores.run(0)[t] = values[t];
    scores.run(1)[t] = values[t] + 0.1;
  }
  const std::vector<RunPair> pairs{{1, 0}};
  const auto comparison = compare(scores, pairs, {});
  ASSERT_TRUE(comparison);
  EXPECT_EQ(comparison->pairs[0].deviation, 0);
  EXPECT_FALSE(comparison->pairs[0].effect);
}

TEST(Comparison, PairsWithoutATestSayWhyAndDoNotCountInCorrections) {
  const FilledMatrix scores = example();
  ComparisonPlan plan;
  plan.correction = Correction::kBonferroni;
  const Computed<Comparison> comparison = compare(scores, all_pairs(rank_runs(scores)), plan);
  // 3–0, 3–2 and 0–2 differ by a constant.
  EXPECT_EQ(comparison->tested(), 3);
  for (const ComparedPair& pair : comparison->pairs) {
    if (pair.p) {
      EXPECT_NEAR(pair.adjusted_p, std::min(1.0, 3 * *pair.p), 1e-15);
    } else {
      EXPECT_EQ(pair.p.why(), "the difference is the same on all topics (zero variance)");
      EXPECT_FALSE(pair.significant);
    }
  }
}

TEST(Comparison, BaselinesMeetEveryOtherRunAndNotEachOther) {
  const std::vector<std::size_t> ranking{1, 3, 0, 2};
  const std::vector<std::size_t> baselines{0, 3};
  const std::vector<RunPair> pairs = baseline_pairs(ranking, baselines);
  ASSERT_EQ(pairs.size(), 4);
  for (const RunPair pair : pairs) {
    EXPECT_TRUE(pair.second == 0 || pair.second == 3);
    EXPECT_TRUE(pair.first == 1 || pair.first == 2);
  }
}

TEST(Comparison, AOneTailedTestAsksWhetherTheHigherRunIsBetter) {
  const FilledMatrix scores = example();
  ComparisonPlan plan;
  plan.tails = Tails::kOne;
  const RunPair lower_first{0, 1};
  const Computed<Comparison> comparison = compare(scores, std::span(&lower_first, 1), plan);
  EXPECT_LT(comparison->pairs[0].difference, 0);
  EXPECT_NEAR(*comparison->pairs[0].p, paired_t_test(ScoreMatrix(scores).differences(1, 0), Tails::kOne)->p,
              1e-15);
  EXPECT_EQ(comparison->pairs[0].topics.losses, 6);
}

TEST(Comparison, EveryTestAndIntervalAnswers) {
  const FilledMatrix scores = example();
  for (const PairTest test : {PairTest::kT, PairTest::kBootstrap, PairTest::kRandomisation,
                              PairTest::kWilcoxon, PairTest::kTukey}) {
    for (const IntervalKind interval : {IntervalKind::kT, IntervalKind::kBootstrap}) {
      ComparisonPlan plan;
      plan.test = test;
      plan.interval = interval;
      const Computed<Comparison> comparison = compare(scores, all_pairs(rank_runs(scores)), plan);
      ASSERT_TRUE(comparison);
      for (const ComparedPair& pair : comparison->pairs) {
        ASSERT_TRUE(pair.interval);
        EXPECT_LE(pair.interval->low, pair.difference + 1e-12);
        EXPECT_GE(pair.interval->high, pair.difference - 1e-12);
        if (pair.p) {
          EXPECT_TRUE(*pair.p >= 0 && *pair.p <= 1);
        }
      }
    }
  }
}

TEST(Comparison, OneRunOneTopicOrANanIsAReason) {
  const auto why = [](const FilledMatrix& scores) { return compare(scores, {}, {}).why(); };
  EXPECT_EQ(why(FilledMatrix(1, 9)), "there are fewer than 2 runs");
  EXPECT_EQ(why(FilledMatrix(2, 1)), "there are fewer than 2 topics");
  FilledMatrix scores(2, 3);
  scores.run(0)[1] = std::nan("");
  EXPECT_EQ(why(scores), "not all values are finite numbers");
}

TEST(Agreement, MeansEqualOnPaperTieInSpiteOfRounding) {
  const double other_order = (0.3 + 0.2) + 0.1;
  const double one_order = (0.1 + 0.2) + 0.3;
  ASSERT_NE(one_order, other_order);
  const std::vector<double> first{one_order, other_order, 0.9};
  const std::vector<double> second{0.2, 0.1, 0.5};
  const Agreement agreed = agreement(first, second);
  EXPECT_NEAR(agreed.kendall->value, 2 / std::sqrt(6.0), 1e-12);
  EXPECT_NEAR(agreed.spearman->value, std::sqrt(0.75), 1e-12);
}

TEST(Agreement, AConstantListHasNoCorrelationInSpiteOfRounding) {
  const std::vector<double> constant{0.1, 0.1, 0.1};
  const std::vector<double> other{0.5, 0.7, 0.8};
  const Agreement agreed = agreement(constant, other);
  EXPECT_FALSE(agreed.pearson);
  EXPECT_FALSE(agreed.spearman);
  EXPECT_FALSE(agreed.line);
}

TEST(Agreement, TheTopRunsArePickedAndCorrelated) {
  const std::vector<double> first{0.1, 0.9, 0.5, 0.7};
  const std::vector<double> second{0.2, 0.8, 0.9, 0.4};
  EXPECT_EQ(top(first, 2), (std::vector<std::size_t>{1, 3}));
  EXPECT_EQ(top(first, 9).size(), 4);
  EXPECT_EQ(select(second, top(first, 2)), (std::vector<double>{0.8, 0.4}));
  const Agreement all = agreement(first, second);
  EXPECT_EQ(all.runs, 4);
  EXPECT_DOUBLE_EQ(all.kendall->value, 2.0 / 6);
}

}  // namespace
}  // namespace fovea::stats
