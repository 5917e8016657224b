#include <string>

#include "report/tables/comparison_report.h"
#include "report/track/track_sections.h"

namespace fovea {

namespace {

/// As many letters as there are.
constexpr std::size_t kMostLettered = 26;

}  // namespace

std::string results_latex(const TrackEvaluation& track, const TaskResults& results) {
  if (results.ranking.size() < 2 || results.ranking.size() > kMostLettered) return "";
  ComparisonReport report;
  report.plan = track.significance;
  for (std::size_t m = 0; m < results.own; ++m) {
    const ScoreMatrix scores = results.scores.matrix(m);
    const auto pairs = stats::all_pairs(stats::rank_runs(scores));
    const auto comparison = stats::compare(scores, pairs, report.plan);
    if (!comparison) return "";  // one topic, or a measure that could not be computed
    std::vector<std::string> names;
    for (const std::size_t index : results.ranking) names.push_back(track.runs[index].id);
    report.measures.push_back(
        {results.scores.measures()[m].name, std::move(names), scores.topics(), *comparison});
  }
  return to_latex(report);
}

}  // namespace fovea
