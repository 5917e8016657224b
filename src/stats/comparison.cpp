#include "stats/comparison.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "stats/paired_test.h"
#include "stats/power.h"
#include "stats/resampling.h"
#include "stats/tukey.h"

namespace fovea::stats {

namespace {

/// What all pairs share: resamples and models, each made only when the plan needs it.
class Workshop {
 public:
  Workshop(const ScoreMatrix& scores, const ComparisonPlan& plan)
      : scores_(scores),
        plan_(plan),
        intervals_(scores, {plan.interval, plan.confidence(), plan.resamples, plan.seed}) {
    if (plan.test == PairTest::kRandomisation) {
      randomisation_.emplace(Randomisation::draw(scores, plan.resamples, plan.seed));
    }
    if (plan.test == PairTest::kTukey) tukey_.emplace(TukeyHsd::fit(scores));
  }

  Computed<Interval> interval(std::size_t run) const { return intervals_.of(run); }

  bool exact() const { return randomisation_ && *randomisation_ && (*randomisation_)->exact(); }

  ComparedPair compare(RunPair pair) const {
    const std::vector<double> differences = scores_.differences(pair.first, pair.second);
    const double difference = mean(scores_.run(pair.first)) - mean(scores_.run(pair.second));
    const RunPair by_mean = difference < 0 ? RunPair{pair.second, pair.first} : pair;
    const Computed<TestResult> tested = test(by_mean);
    const Computed<double> effect = cohens_d(differences);
    return {pair,
            difference,
            effect ? standard_deviation(differences) : 0,
            intervals_.of_difference(pair.first, pair.second, differences),
            effect,
            count_topics(differences),
            tested ? Computed<double>(tested->p) : Computed<double>(Impossible{tested.why()}),
            0,
            false};
  }

 private:
  /// `pair` has the higher run first.
  Computed<TestResult> test(RunPair pair) const {
    switch (plan_.test) {
      case PairTest::kT:
        return paired_t_test(scores_.differences(pair.first, pair.second), plan_.tails);
      case PairTest::kWilcoxon:
        return wilcoxon_signed_rank(scores_.differences(pair.first, pair.second), plan_.tails);
      case PairTest::kBootstrap:
        if (!intervals_.bootstrap()) return Impossible{intervals_.bootstrap().why()};
        return intervals_.bootstrap()->test(pair.first, pair.second, plan_.tails);
      case PairTest::kRandomisation:
        if (!*randomisation_) return Impossible{randomisation_->why()};
        return (*randomisation_)->test(pair.first, pair.second, plan_.tails);
      case PairTest::kTukey:
        if (!*tukey_) return Impossible{tukey_->why()};
        return (*tukey_)->test(mean(scores_.run(pair.first)) - mean(scores_.run(pair.second)));
    }
    return Impossible{"there is no such test"};
  }

  const ScoreMatrix& scores_;
  const ComparisonPlan& plan_;
  MeanIntervals intervals_;
  std::optional<Computed<Randomisation>> randomisation_;
  std::optional<Computed<TukeyHsd>> tukey_;
};

void correct(std::vector<ComparedPair>& pairs, const ComparisonPlan& plan) {
  std::vector<double> p;
  for (const ComparedPair& pair : pairs) {
    if (pair.p) p.push_back(*pair.p);
  }
  const std::vector<double> adjusted = adjust(p, plan.applied());
  auto next = adjusted.begin();
  for (ComparedPair& pair : pairs) {
    if (!pair.p) continue;
    pair.adjusted_p = *next++;
    pair.significant = pair.adjusted_p <= plan.alpha;
  }
}

}  // namespace

std::size_t Comparison::tested() const {
  return static_cast<std::size_t>(
      std::count_if(pairs.begin(), pairs.end(), [](const ComparedPair& pair) { return bool(pair.p); }));
}

std::size_t Comparison::significant() const {
  return static_cast<std::size_t>(
      std::count_if(pairs.begin(), pairs.end(), [](const ComparedPair& pair) { return pair.significant; }));
}

std::size_t Comparison::bootstrapped() const {
  const auto made = [](const auto& one) { return one.interval && one.interval->bootstrap; };
  return static_cast<std::size_t>(std::count_if(ranking.begin(), ranking.end(), made) +
                                  std::count_if(pairs.begin(), pairs.end(), made));
}

std::vector<std::size_t> rank_runs(const ScoreMatrix& scores) {
  std::vector<double> means;
  for (std::size_t run = 0; run < scores.runs(); ++run) means.push_back(mean(scores.run(run)));
  std::vector<std::size_t> order(scores.runs());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return means[a] > means[b]; });
  return order;
}

std::vector<RunPair> all_pairs(std::span<const std::size_t> ranking) {
  std::vector<RunPair> pairs;
  for (std::size_t i = 0; i < ranking.size(); ++i) {
    for (std::size_t j = i + 1; j < ranking.size(); ++j) pairs.push_back({ranking[i], ranking[j]});
  }
  return pairs;
}

std::vector<RunPair> baseline_pairs(std::span<const std::size_t> ranking,
                                    std::span<const std::size_t> baselines) {
  std::vector<RunPair> pairs;
  for (const std::size_t baseline : baselines) {
    for (const std::size_t run : ranking) {
      if (std::find(baselines.begin(), baselines.end(), run) == baselines.end())
        pairs.push_back({run, baseline});
    }
  }
  return pairs;
}

Computed<Comparison> compare(const ScoreMatrix& scores, std::span<const RunPair> pairs,
                             const ComparisonPlan& plan) {
  if (scores.runs() < 2) return Impossible{"there are fewer than 2 runs"};
  for (std::size_t run = 0; run < scores.runs(); ++run) {
    if (auto reason = unfit(scores.run(run), 2)) return *reason;
  }
  const Workshop workshop(scores, plan);
  Comparison comparison;
  for (const std::size_t run : rank_runs(scores)) {
    comparison.ranking.push_back({run, mean(scores.run(run)), workshop.interval(run)});
  }
  std::vector<std::optional<ComparedPair>> compared(pairs.size());
  oneapi::tbb::parallel_for(oneapi::tbb::blocked_range<std::size_t>(0, pairs.size()), [&](const auto& range) {
    for (std::size_t i = range.begin(); i != range.end(); ++i) compared[i] = workshop.compare(pairs[i]);
  });
  for (std::optional<ComparedPair>& pair : compared) comparison.pairs.push_back(std::move(*pair));
  correct(comparison.pairs, plan);
  comparison.exact = workshop.exact();
  return comparison;
}

Computed<double> detectable_difference(const Comparison& comparison, std::size_t topics, double alpha) {
  std::vector<double> deviations;
  for (const ComparedPair& pair : comparison.pairs) deviations.push_back(pair.deviation);
  return detectable_difference(median(std::move(deviations)), topics, {.alpha = alpha});
}

}  // namespace fovea::stats
