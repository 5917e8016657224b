// Runs against runs: a ranking with intervals, and a test for every pair that was asked for.
//
// One-tailed tests ask whether the run with the higher mean is better. Corrections work on all pairs that
// could be tested, and on these only: a pair without a p-value neither counts nor poisons the others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "scores/score_matrix.h"
#include "stats/computed.h"
#include "stats/correction.h"
#include "stats/mean_interval.h"
#include "stats/paired_test.h"
#include "stats/sample.h"
#include "text/enum_names.h"

namespace fovea::stats {

enum class PairTest : std::uint8_t { kT, kBootstrap, kRandomisation, kWilcoxon, kTukey };

struct ComparisonPlan {
  PairTest test = PairTest::kT;
  Tails tails = Tails::kTwo;  ///< Tukey's test is two-tailed whatever stands here
  /// Over the pairs of one table; Tukey's test, which covers all pairs at once, takes none.
  Correction correction = Correction::kHolm;
  IntervalKind interval = IntervalKind::kT;  ///< where t leaves 0 to 1, the bootstrap all the same
  double alpha = 0.05;
  std::size_t resamples = 1000;
  std::uint64_t seed = 1;

  double confidence() const { return 1 - alpha; }
  Correction applied() const { return test == PairTest::kTukey ? Correction::kNone : correction; }
};

/// "t", "bootstrap", "randomisation", "wilcoxon" and "tukey"; "none", "holm" and "bonferroni": what options, track
/// files and JSON call them.
constexpr auto enum_names(PairTest) {
  return names_in_order("t", "bootstrap", "randomisation", "wilcoxon", "tukey");
}
constexpr auto enum_names(Correction) {
  return names_in_order("none", "holm", "bonferroni");
}

/// Two runs, as rows of the matrix.
struct RunPair {
  std::size_t first = 0;
  std::size_t second = 0;
};

struct ComparedPair {
  RunPair runs;
  /// Mean of the first minus mean of the second.
  double difference = 0;
  /// Standard deviation (n − 1) of the differences over the topics; 0 when they are the same but for
  /// rounding.
  double deviation = 0;
  Computed<Interval> interval;
  Computed<double> effect;  ///< Cohen's d
  WinTieLoss topics;
  Computed<double> p;
  double adjusted_p = 0;  ///< only when there is p
  bool significant = false;
};

struct RankedRun {
  std::size_t run = 0;
  double mean = 0;
  Computed<Interval> interval;
};

struct Comparison {
  /// By mean, descending; runs of equal mean in the order of the matrix.
  std::vector<RankedRun> ranking;
  /// In the order they were asked for.
  std::vector<ComparedPair> pairs;
  /// A randomisation test that went through all swaps, and drew none.
  bool exact = false;

  std::size_t tested() const;
  std::size_t significant() const;
  /// Intervals that the bootstrap made, of means and of differences.
  std::size_t bootstrapped() const;
};

/// The rows by mean, descending; rows of equal mean in their order.
std::vector<std::size_t> rank_runs(const ScoreMatrix& scores);
/// Every pair once, the higher run first, in rank order.
std::vector<RunPair> all_pairs(std::span<const std::size_t> ranking);
/// Every run that is no baseline against each baseline, in rank order. Baselines are not tested against
/// themselves or each other.
std::vector<RunPair> baseline_pairs(std::span<const std::size_t> ranking,
                                    std::span<const std::size_t> baselines);

/// Impossible with fewer than two runs or topics or with scores that are not finite.
Computed<Comparison> compare(const ScoreMatrix& scores, std::span<const RunPair> pairs,
                             const ComparisonPlan& plan);

/// The smallest difference that so many topics would show with a power of 0.8, for differences that vary as those of the middle pair do
/// (stats/power.h).
Computed<double> detectable_difference(const Comparison& comparison, std::size_t topics, double alpha);

}  // namespace fovea::stats
