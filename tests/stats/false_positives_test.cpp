// Runs that do not differ: each test may find a difference in no more than alpha of the cases.
#include <gtest/gtest.h>

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/normal.hpp>

#include "stats/comparison.h"
#include "stats/filled_matrix.h"
#include "stats/random.h"

namespace fovea::stats {
namespace {

/// Scores of a common topic effect and normal noise that is the same for all runs.
FilledMatrix null_scores(std::size_t runs, std::size_t topics, std::uint64_t seed) {
  FilledMatrix scores(runs, topics);
  RandomStream random(seed, 0);
  const boost::math::normal noise(0, 0.1);
  for (std::size_t t = 0; t < topics; ++t) {
    const double hard = random.uniform();
    for (std::size_t run = 0; run < runs; ++run) {
      scores.run(run)[t] = hard + quantile(noise, (random.uniform() + 0x1p-54));
    }
  }
  return scores;
}

/// In how many of `cases` null comparisons of `runs` runs at least one pair comes out significant.
int rejections(const ComparisonPlan& plan, int cases, std::size_t runs, std::size_t topics) {
  int rejected = 0;
  for (int i = 0; i < cases; ++i) {
    const FilledMatrix scores = null_scores(runs, topics, static_cast<std::uint64_t>(1000 + i));
    const Computed<Comparison> comparison = compare(scores, all_pairs(rank_runs(scores)), plan);
    rejected += static_cast<int>(comparison->significant() > 0);
  }
  return rejected;
}

/// The range outside which a binomial count falls once in ten thousand times.
void expect_binomial(int rejected, int cases, double rate) {
  const boost::math::binomial binomial(cases, rate);
  EXPECT_GE(rejected, quantile(binomial, 5e-5));
  EXPECT_LE(rejected, quantile(complement(binomial, 5e-5)));
}

constexpr int kCases = 600;
constexpr double kAlpha = 0.05;

ComparisonPlan plan_of(PairTest test, Tails tails = Tails::kTwo) {
  ComparisonPlan plan;
  plan.test = test;
  plan.tails = tails;
  plan.correction = Correction::kNone;
  plan.alpha = kAlpha;
  plan.resamples = 400;
  return plan;
}

TEST(FalsePositives, TwoTailedTestsRejectAtAlpha) {
  for (const PairTest test :
       {PairTest::kT, PairTest::kRandomisation, PairTest::kWilcoxon, PairTest::kTukey}) {
    SCOPED_TRACE(static_cast<int>(test));
    expect_binomial(rejections(plan_of(test), kCases, 2, 50), kCases, kAlpha);
  }
}

TEST(FalsePositives, OneTailedTestsOfTheHigherRunRejectAtTwiceAlpha) {
  // The direction is chosen after looking, so either tail may reject.
  for (const PairTest test : {PairTest::kT, PairTest::kRandomisation, PairTest::kWilcoxon}) {
    SCOPED_TRACE(static_cast<int>(test));
    expect_binomial(rejections(plan_of(test, Tails::kOne), kCases, 2, 50), kCases, 2 * kAlpha);
  }
}

TEST(FalsePositives, TheBootstrapIsSlightlyLiberalAsItsVarianceHasNBelow) {
  // Its share is that of a normal test whose variance is too small by (n − 1)/n, and without Student's tails.
  const boost::math::normal standard;
  const double limit = quantile(complement(standard, kAlpha / 2)) * std::sqrt(49.0 / 50.0);
  const double rate = 2 * cdf(complement(standard, limit));
  expect_binomial(rejections(plan_of(PairTest::kBootstrap), kCases, 2, 50), kCases, rate);
}

TEST(FalsePositives, CorrectionsAndTukeyBoundTheChanceOfAnyAmongManyPairs) {
  ComparisonPlan holm = plan_of(PairTest::kT);
  holm.correction = Correction::kHolm;
  const boost::math::binomial binomial(300, kAlpha);
  const double most = quantile(complement(binomial, 5e-5));
  EXPECT_LE(rejections(holm, 300, 6, 30), most);
  expect_binomial(rejections(plan_of(PairTest::kTukey), 300, 6, 30), 300, kAlpha);
  EXPECT_GT(rejections(plan_of(PairTest::kT), 300, 6, 30), most) << "without correction there are more";
}

}  // namespace
}  // namespace fovea::stats
