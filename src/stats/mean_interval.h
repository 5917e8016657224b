// Intervals for the means of runs and for their differences.
//
// Student's t interval knows nothing of where scores can be. Where all scores lie between 0 and 1 and that of a mean would
// leave this range, the percentile interval of the bootstrap takes its place, which is made of means of scores and cannot: few
// topics, or a run that is nearly perfect or nearly always wrong. The interval of a difference is only cut at −1 and 1: it
// stands beside the p of a test, and must not say something else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>

#include "scores/score_matrix.h"
#include "stats/computed.h"
#include "stats/resampling.h"
#include "stats/sample.h"

namespace fovea::stats {

enum class IntervalKind : std::uint8_t { kT, kBootstrap };

struct IntervalPlan {
  IntervalKind kind = IntervalKind::kT;
  double confidence = 0.95;
  std::size_t resamples = 1000;
  std::uint64_t seed = 1;
};

/// The intervals of the runs of a matrix, which must outlive it. Resamples are drawn when the first interval needs them; may be
/// asked from many threads.
class MeanIntervals {
 public:
  MeanIntervals(const ScoreMatrix& scores, const IntervalPlan& plan);

  /// Impossible with fewer than two topics.
  Computed<Interval> of(std::size_t run) const;
  /// `differences` are those of the two runs, first minus second. Cut at −1 and 1 where all scores lie between 0 and 1.
  Computed<Interval> of_difference(std::size_t first, std::size_t second,
                                   std::span<const double> differences) const;

  /// The resamples, drawn now if they were not.
  const Computed<Bootstrap>& bootstrap() const;

 private:
  const ScoreMatrix& scores_;
  IntervalPlan plan_;
  double factor_ = 0;    ///< of Student's t
  bool bounded_ = true;  ///< all scores lie between 0 and 1
  mutable std::once_flag drawn_;
  mutable std::optional<Computed<Bootstrap>> bootstrap_;
};

}  // namespace fovea::stats
