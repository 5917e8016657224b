// The runs of a track, compared across tasks and measures.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evaluate/track/track_evaluation.h"
#include "stats/comparison.h"
#include "stats/measure_agreement.h"

namespace fovea {

/// The runs that have a mean by this measure, the best first; in the order of the track among equals.
std::vector<const TrackRunResult*> ranked_by(const TrackEvaluation& track, std::string_view measure);

/// Means of the valid runs of all tasks under the measures that every one of them has.
struct SharedMeans {
  std::vector<const TrackRunResult*> runs;
  std::vector<stats::RunMeans> measures;
};
SharedMeans shared_means(const TrackEvaluation& track);
/// How alike the measures order the runs, pair by pair.
std::vector<stats::MeasureAgreement> agreements(const SharedMeans& shared);

/// All pairs of a task's runs, by each of its own measures. Nothing where one of them cannot be tested: one topic, or a
/// measure that could not be computed.
std::optional<std::vector<stats::Comparison>> compare_by_own_measures(const TrackEvaluation& track,
                                                                      const TaskResults& results);

/// Measures for two runs of the reader's choice: those that rank the tables of the tasks, then those that all tasks share;
/// of chunkers those of their table.
std::vector<std::string> offered_measures(const TrackEvaluation& track);

}  // namespace fovea
