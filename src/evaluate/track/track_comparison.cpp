#include "evaluate/track/track_comparison.h"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include "evaluate/task_measures.h"
#include "evaluate/track/chunker_figures.h"

namespace fovea {

namespace {

/// Runs with a value, the best first; in the order of the track among equals.
template <class Value>
std::vector<const TrackRunResult*> runs_by(const TrackEvaluation& track, const Task* task,
                                           const Value& value) {
  std::vector<const TrackRunResult*> runs;
  for (const TrackRunResult& run : track.runs) {
    if ((task == nullptr || run.task == task) && value(run)) runs.push_back(&run);
  }
  std::ranges::stable_sort(runs, std::greater<>(), [&](const TrackRunResult* run) { return *value(*run); });
  return runs;
}

/// The means of all runs of a task by a measure; nothing where one has none.
std::optional<stats::RunMeans> means_of(const TrackEvaluation& track, const TaskResults& results,
                                        const std::string& measure) {
  stats::RunMeans means{measure, {}};
  for (const std::size_t run : results.ranking) {
    const auto value = track.value(track.runs[run], measure);
    if (!value) return std::nullopt;
    means.means.push_back(*value);
  }
  return means;
}

std::vector<std::string> ids_of(const TrackEvaluation& track, const TaskResults& results) {
  std::vector<std::string> ids;
  for (const std::size_t run : results.ranking) ids.push_back(track.runs[run].id);
  return ids;
}

}  // namespace

std::vector<const TrackRunResult*> ranked_by(const TrackEvaluation& track, std::string_view measure) {
  return runs_by(track, nullptr, [&](const TrackRunResult& run) { return track.value(run, measure); });
}

std::vector<const TrackRunResult*> ranked_articles(const TrackEvaluation& track, std::string_view measure,
                                                   const Task* task) {
  return runs_by(track, task, [&](const TrackRunResult& run) { return track.article_value(run, measure); });
}

std::vector<const TrackRunResult*> ranked_in_task(const TrackEvaluation& track, const TaskResults& results,
                                                  std::string_view measure) {
  return runs_by(track, results.task, [&](const TrackRunResult& run) { return track.value(run, measure); });
}

std::vector<const TrackRunResult*> best_of_groups(std::span<const TrackRunResult* const> runs) {
  std::set<std::string_view> groups;
  std::vector<const TrackRunResult*> best;
  for (const TrackRunResult* const run : runs) {
    if (best.size() < kTopGroups && groups.insert(run->participant).second) best.push_back(run);
  }
  return best;
}

std::vector<stats::RunPair> compared_pairs(const TrackEvaluation& track, const TaskResults& results,
                                           const ScoreMatrix& scores) {
  std::vector<std::size_t> rows = stats::rank_runs(scores);
  if (track.significance.runs == TestedRuns::kBestOfGroups) {
    // The task's own measure says which run is a participant's best, whatever measure is tested.
    std::vector<const TrackRunResult*> runs;
    for (const std::size_t run : results.ranking) runs.push_back(&track.runs[run]);
    const std::vector<const TrackRunResult*> best = best_of_groups(runs);
    std::erase_if(rows, [&](std::size_t row) { return std::ranges::find(best, runs[row]) == best.end(); });
  }
  return stats::all_pairs(rows);
}

std::vector<stats::MeasureAgreement> task_agreements(const TrackEvaluation& track,
                                                     const TaskResults& results) {
  std::vector<stats::MeasureAgreement> agreements;
  if (results.own == 0) return agreements;
  const auto own = results.scores.measures().first(results.own);
  std::vector<std::string> names{own.front().name};
  const auto add = [&names](std::string_view name) {
    if (std::ranges::find(names, name) == names.end()) names.emplace_back(name);
  };
  if (std::ranges::find(own, "AiP", &ScoredMeasure::name) != own.end()) add("AiP");
  add(kCharPrec);
  add(article_measures().front());
  std::vector<stats::RunMeans> sides;
  for (const std::string& name : names) {
    if (auto means = means_of(track, results, name)) sides.push_back(std::move(*means));
  }
  for (std::size_t i = 0; i < sides.size(); ++i) {
    for (std::size_t j = i + 1; j < sides.size(); ++j)
      agreements.push_back(stats::make_agreement(ids_of(track, results), sides[i], sides[j]));
  }
  return agreements;
}

std::optional<stats::MeasureAgreement> effort_agreement(const TrackEvaluation& track,
                                                        const TaskResults& results) {
  if (results.own == 0) return std::nullopt;
  const std::string& measure = results.scores.measures().front().name;
  const std::string plain = without_effort(measure);
  if (plain.empty()) return std::nullopt;
  auto first = means_of(track, results, measure);
  auto second = means_of(track, results, plain);
  if (!first || !second) return std::nullopt;
  return stats::make_agreement(ids_of(track, results), std::move(*first), std::move(*second));
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
    const auto comparison =
        stats::compare(scores, compared_pairs(track, results, scores), track.significance);
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
