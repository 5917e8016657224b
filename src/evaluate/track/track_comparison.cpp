#include "evaluate/track/track_comparison.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "evaluate/track/chunker_figures.h"

namespace fovea {

std::vector<const TrackRunResult*> ranked_by(const TrackEvaluation& track, std::string_view measure) {
  std::vector<const TrackRunResult*> runs;
  for (const TrackRunResult& run : track.runs) {
    if (track.value(run, measure)) runs.push_back(&run);
  }
  std::ranges::stable_sort(runs, std::greater<>(),
                           [&](const TrackRunResult* run) { return *track.value(*run, measure); });
  return runs;
}

SharedMeans shared_means(const TrackEvaluation& track) {
  SharedMeans shared;
  for (const TrackRunResult& run : track.runs) {
    if (run.valid) shared.runs.push_back(&run);
  }
  for (const std::string& measure : track.shared) {
    stats::RunMeans means{measure, {}};
    for (const TrackRunResult& run : track.runs) {
      if (const auto value = track.value(run, measure)) means.means.push_back(*value);
    }
    if (means.means.size() == shared.runs.size()) shared.measures.push_back(std::move(means));
  }
  return shared;
}

std::vector<stats::MeasureAgreement> agreements(const SharedMeans& shared) {
  std::vector<std::string> names;
  for (const TrackRunResult* const run : shared.runs) names.push_back(run->id);
  std::vector<stats::MeasureAgreement> pairs;
  for (std::size_t i = 0; i < shared.measures.size(); ++i) {
    for (std::size_t j = i + 1; j < shared.measures.size(); ++j)
      pairs.push_back(stats::make_agreement(names, shared.measures[i], shared.measures[j]));
  }
  return pairs;
}

std::optional<std::vector<stats::Comparison>> compare_by_own_measures(const TrackEvaluation& track,
                                                                      const TaskResults& results) {
  std::vector<stats::Comparison> comparisons;
  for (std::size_t m = 0; m < results.own; ++m) {
    const ScoreMatrix scores = results.scores.matrix(m);
    const auto pairs = stats::all_pairs(stats::rank_runs(scores));
    const auto comparison = stats::compare(scores, pairs, track.significance);
    if (!comparison) return std::nullopt;
    comparisons.push_back(*comparison);
  }
  return comparisons;
}

std::vector<std::string> offered_measures(const TrackEvaluation& track) {
  std::vector<std::string> measures;
  const auto add = [&measures](const std::string& name) {
    if (std::ranges::find(measures, name) == measures.end()) measures.push_back(name);
  };
  if (compares_chunkers(track)) {
    const auto own = track.tasks.front().scores.measures().first(track.tasks.front().own);
    for (const ScoredMeasure& measure : own) add(measure.name);
    return measures;
  }
  for (const TaskResults& task : track.tasks) {
    if (task.own > 0 && !task.ranking.empty()) add(task.scores.measures().front().name);
  }
  for (const std::string& name : track.shared) add(name);
  return measures;
}

}  // namespace fovea
