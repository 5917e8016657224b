// The files of a track, opened: what can be read is there, what cannot is reported.
#pragma once

#include <optional>

#include "evaluate/track/track.h"
#include "evaluate/track/track_evaluation.h"
#include "files/diagnostics.h"

namespace fovea {

/// Collection, topics, judgements and runs, not evaluated yet. Judgements for topics that the topic files do
/// not have and second runs of the same id are left out. Nothing when there are no judgements to go by, unless none are
/// asked for (TrackOptions::judged).
std::optional<TrackEvaluation> open_track(const Track& track, const TrackOptions& options,
                                          Diagnostics& faults);

}  // namespace fovea
