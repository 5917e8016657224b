// The runs of a track, compared across tasks and measures.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evaluate/track/track_evaluation.h"
#include "stats/comparison.h"
#include "stats/measure_agreement.h"

namespace fovea {

/// The runs that have a mean by this measure, the best first; in the order of the track among equals.
std::vector<const TrackRunResult*> ranked_by(const TrackEvaluation& track, std::string_view measure);

/// The runs of a task, or of all tasks, that have a mean by a measure of articles, those that break rules too: the best first.
std::vector<const TrackRunResult*> ranked_articles(const TrackEvaluation& track, std::string_view measure,
                                                   const Task* task = nullptr);

/// The runs of a task by one of the measures of its scores, the best first.
std::vector<const TrackRunResult*> ranked_in_task(const TrackEvaluation& track, const TaskResults& results,
                                                  std::string_view measure);

/// How many participants the tables of the best ones have.
inline constexpr std::size_t kTopGroups = 10;
/// Of runs, the best first: the best of each participant, for the best ten participants.
std::vector<const TrackRunResult*> best_of_groups(std::span<const TrackRunResult* const> runs);

/// The pairs of a task's runs that are tested, as the track asks for, in the order of these scores.
std::vector<stats::RunPair> compared_pairs(const TrackEvaluation& track, const TaskResults& results,
                                           const ScoreMatrix& scores);

/// How alike a task's runs are ordered by its measure, by AiP where it is one of its own, by char_prec and by AP of articles, pair by pair
/// (overview of INEX 2010, section 6.1).
std::vector<stats::MeasureAgreement> task_agreements(const TrackEvaluation& track,
                                                     const TaskResults& results);
/// The same of the task's measure and that without reading effort (section 5); nothing where it has none.
std::optional<stats::MeasureAgreement> effort_agreement(const TrackEvaluation& track,
                                                        const TaskResults& results);

/// Means of the valid runs of all tasks under the measures that every one of them has.
struct SharedMeans {
  std::vector<const TrackRunResult*> runs;
  std::vector<stats::RunMeans> measures;
};
SharedMeans shared_means(const TrackEvaluation& track);
/// How alike the measures order the runs, pair by pair.
std::vector<stats::MeasureAgreement> agreements(const SharedMeans& shared);

/// The pairs of a task's runs that are tested, by each of its own measures. Nothing where one of them cannot be tested: one topic, or a
/// measure that could not be computed.
std::optional<std::vector<stats::Comparison>> compare_by_own_measures(const TrackEvaluation& track,
                                                                      const TaskResults& results);

/// Measures for two runs of the reader's choice: those that rank the tables of the tasks, then those that all tasks share;
/// of chunkers those of their table.
std::vector<std::string> offered_measures(const TrackEvaluation& track);

}  // namespace fovea
