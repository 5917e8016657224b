// Many runs resampled together: paired bootstrap, randomisation test, percentile intervals.
//
// A resample is a weight per topic: how often the bootstrap drew it, or the sign the randomisation gave it.
// The weighted mean of a difference is the difference of the weighted means, so the weights are drawn once
// for all runs, each run gets one weighted mean per resample, and a pair costs one pass over two rows of
// means instead of one over topics × resamples. Drawn per pair, 213 runs would cost a hundred times more.
//
// Bootstrap: n topics drawn with replacement from n (Efron & Tibshirani, "An Introduction to the Bootstrap",
// 1993). Randomisation: the two scores of each topic swapped or not (Fisher 1935; for retrieval: Smucker,
// Allan & Carterette, CIKM 2007).
//
// Resample i of a seed is the same on any number of threads. Immutable once made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "scores/score_matrix.h"
#include "stats/computed.h"
#include "stats/paired_test.h"
#include "stats/sample.h"

namespace fovea::stats {

/// Runs × resamples that are accepted: 800 MB of means.
inline constexpr std::size_t kMaxResampledMeans = 100'000'000;

class ResampledMeans {
 public:
  std::size_t runs() const { return observed_.size(); }
  std::size_t resamples() const { return resamples_; }
  /// The weighted means of one run, one per resample.
  std::span<const double> of(std::size_t run) const {
    return std::span(means_).subspan(run * resamples_, resamples_);
  }
  /// The mean without resampling.
  double observed(std::size_t run) const { return observed_[run]; }
  /// Means that differ by no more are equal: rounding, relative to the largest score.
  double tolerance() const { return tolerance_; }

 protected:
  ResampledMeans(const ScoreMatrix& scores, std::size_t resamples);
  /// Fills the means; `draw(resample, weights)` sets one weight per topic, and is called from many threads.
  template <typename Draw>
  void fill(const ScoreMatrix& scores, Draw draw);

 private:
  std::size_t resamples_;
  std::vector<double> observed_;
  double tolerance_ = 0;
  /// [run][resample]
  std::vector<double> means_;
};

class Bootstrap : public ResampledMeans {
 public:
  /// Impossible without two topics, with scores that are not finite, or beyond kMaxResampledMeans.
  static Computed<Bootstrap> draw(const ScoreMatrix& scores, std::size_t resamples, std::uint64_t seed);

  /// One-tailed: the share of resamples in which `first` is not better than `second`. Two-tailed: twice the
  /// smaller of the shares in which either is not better, at most 1. The statistic is the difference.
  TestResult test(std::size_t first, std::size_t second, Tails tails) const;
  /// Percentile intervals: quantiles (type 7) of the resampled means and differences.
  Interval interval(std::size_t run, double confidence) const;
  Interval difference_interval(std::size_t first, std::size_t second, double confidence) const;

 private:
  using ResampledMeans::ResampledMeans;
};

class Randomisation : public ResampledMeans {
 public:
  /// All 2^n swaps of n topics are gone through when there are at most 2^kExactTopics or `resamples` of
  /// them; otherwise `resamples` are drawn. Impossible as for Bootstrap.
  static Computed<Randomisation> draw(const ScoreMatrix& scores, std::size_t resamples, std::uint64_t seed);
  static constexpr std::size_t kExactTopics = 14;

  bool exact() const { return exact_; }
  /// The share of swaps that give a difference at least as large (two-tailed: in size) as the observed one;
  /// of b in B drawn ones (b + 1)/(B + 1), since the observed one is a swap too (Phipson & Smyth 2010).
  TestResult test(std::size_t first, std::size_t second, Tails tails) const;

 private:
  Randomisation(const ScoreMatrix& scores, std::size_t resamples, bool exact)
      : ResampledMeans(scores, resamples), exact_(exact) {}
  bool exact_;
};

}  // namespace fovea::stats
