// Who took part in a track, with what, and how well: the figures of its tables of participants.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "evaluate/track/track_evaluation.h"

namespace fovea {

/// Valid runs by task, query, what they used and what they return, as Table 5 of the overview of INEX 2010 has them; all
/// submitted ones at the end. What no run says of itself has no column.
struct Participation {
  std::vector<std::string> columns;
  /// By participant, a count for each column.
  std::map<std::string, std::vector<std::size_t>> rows;
  std::vector<std::size_t> totals;
};
Participation participation_of(const TrackEvaluation& track);

/// Whether there is more than one participant to tell apart.
bool has_participants(const TrackEvaluation& track);

/// The best run of each participant in a task; where all runs are one participant's, the best of all.
struct BestRun {
  const TrackRunResult* run = nullptr;
  const TaskResults* task = nullptr;
  std::size_t rank = 0;  ///< in TaskResults::ranking
};
std::vector<BestRun> best_runs(const TrackEvaluation& track);

/// "relevant-in-context" → "Relevant in context"
std::string title_of(const Task& task);

}  // namespace fovea
