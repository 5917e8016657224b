#include "tune/tuning.h"

#include <algorithm>
#include <numeric>

#include "stats/paired_test.h"
#include "stats/random.h"

namespace fovea::tune {

namespace {

constexpr double kConfidence = 0.95;

std::vector<std::size_t> numbers_below(std::size_t count) {
  std::vector<std::size_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  return numbers;
}

}  // namespace

std::vector<std::vector<std::size_t>> deal_folds(std::size_t topics, std::size_t folds, std::uint64_t seed) {
  std::vector<std::size_t> order = numbers_below(topics);
  stats::RandomStream random(seed, 0);
  for (std::size_t i = topics; i > 1; --i)
    std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
  std::vector<std::vector<std::size_t>> dealt(folds);
  for (std::size_t i = 0; i < topics; ++i) dealt[i % folds].push_back(order[i]);
  for (std::vector<std::size_t>& fold : dealt) std::ranges::sort(fold);
  return dealt;
}

Tuning tune(Objective& objective, const search::Pipeline& pipeline, Tuner& tuner, std::size_t folds,
            std::uint64_t seed) {
  Tuning tuning;
  const std::vector<std::size_t> all = numbers_below(objective.topics().size());
  if (folds > 1) {
    tuning.held_out.assign(all.size(), 0);
    for (const std::vector<std::size_t>& topics : deal_folds(all.size(), folds, seed)) {
      TunedFold fold{topics, {}, 0, 0};
      std::vector<std::size_t> others;
      std::ranges::set_difference(all, topics, std::back_inserter(others));
      fold.changes = tuner.tune(others);
      const search::Pipeline tuned = changed(pipeline, fold.changes);
      fold.training = objective.mean(tuned, others);
      const std::vector<double> scores = objective.scores(tuned, topics);
      fold.held_out = mean_of(scores);
      for (std::size_t i = 0; i < topics.size(); ++i) tuning.held_out[topics[i]] = scores[i];
      tuning.folds.push_back(std::move(fold));
    }
  }
  tuning.changes = tuner.tune(all);
  tuning.training = objective.mean(changed(pipeline, tuning.changes), all);
  tuning.preset = objective.scores(pipeline, all);
  if (tuning.held_out.empty()) return tuning;
  std::vector<double> differences;
  for (std::size_t i = 0; i < all.size(); ++i) differences.push_back(tuning.held_out[i] - tuning.preset[i]);
  tuning.gain = mean_of(differences);
  tuning.interval = stats::t_interval(differences, kConfidence);
  const auto test = stats::paired_t_test(differences, stats::Tails::kTwo);
  if (test) {
    tuning.p = test->p;
  } else {
    tuning.p = stats::Impossible{test.why()};
  }
  return tuning;
}

}  // namespace fovea::tune
