#include "stats/mean_interval.h"

#include <oneapi/tbb/task_arena.h>

#include <algorithm>

#include "stats/paired_test.h"

namespace fovea::stats {

namespace {

Interval by_bootstrap(Interval interval) {
  interval.bootstrap = true;
  return interval;
}

}  // namespace

MeanIntervals::MeanIntervals(const ScoreMatrix& scores, const IntervalPlan& plan)
    : scores_(scores), plan_(plan) {
  if (plan.kind == IntervalKind::kT && scores.topics() > 1)
    factor_ = t_factor(scores.topics(), plan.confidence);
  for (std::size_t run = 0; run < scores.runs(); ++run) {
    bounded_ = bounded_ &&
               std::ranges::all_of(scores.run(run), [](double score) { return score >= 0 && score <= 1; });
  }
}

const Computed<Bootstrap>& MeanIntervals::bootstrap() const {
  // Isolated: a thread that draws must not meanwhile take up another pair, which would wait for the drawing.
  std::call_once(drawn_, [this] {
    oneapi::tbb::this_task_arena::isolate(
        [this] { bootstrap_.emplace(Bootstrap::draw(scores_, plan_.resamples, plan_.seed)); });
  });
  return *bootstrap_;
}

Computed<Interval> MeanIntervals::of(std::size_t run) const {
  if (plan_.kind == IntervalKind::kT) {
    auto interval = interval_around_mean(scores_.run(run), factor_);
    // A run that scores 1 everywhere has an interval without width, which rounding may put beyond 1.
    constexpr double kRounding = 1e-12;
    const auto within = [](const Interval& one) {
      return one.low >= -kRounding && one.high <= 1 + kRounding;
    };
    if (!interval || !bounded_ || within(*interval)) return interval;
  }
  if (!bootstrap()) return Impossible{bootstrap().why()};
  return by_bootstrap(bootstrap()->interval(run, plan_.confidence));
}

Computed<Interval> MeanIntervals::of_difference(std::size_t first, std::size_t second,
                                                std::span<const double> differences) const {
  if (plan_.kind == IntervalKind::kT) {
    auto interval = interval_around_mean(differences, factor_);
    if (!interval || !bounded_) return interval;
    return Interval{std::max(interval->low, -1.0), std::min(interval->high, 1.0)};
  }
  if (!bootstrap()) return Impossible{bootstrap().why()};
  return by_bootstrap(bootstrap()->difference_interval(first, second, plan_.confidence));
}

}  // namespace fovea::stats
