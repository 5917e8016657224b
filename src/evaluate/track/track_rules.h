// The rules of a track on submissions: how many runs of what kind a participant may send.
//
// INEX 2010 took up to two element and two passage runs for each task, and one more based on the reference run (overview,
// section 4.1):
//
//     [rules]
//     runs_per_result_type = 2        # of a participant, in a task
//     reference_runs_per_task = 1     # beside these
#pragma once

#include <string_view>

#include "evaluate/track/track_evaluation.h"
#include "files/diagnostics.h"

namespace fovea {

/// The code of what breaks a rule of the track.
inline constexpr std::string_view kBrokenRuleCode = "broken-rule";

/// Names every participant, task or run that goes beyond the rules, with the place of the first entry that does.
void check_rules(const TrackRules& rules, const TrackEvaluation& track, Diagnostics& breaches);

}  // namespace fovea
