// The rules of a track on submissions: how many runs of what kind a participant may send.
//
// INEX 2010 took up to two element and two passage runs for each task, and one more based on the reference run (overview,
// section 4.1):
//
//     [rules]
//     runs_per_result_type = 2        # of a participant, in a task
//     reference_runs_per_task = 1     # beside these
//     efficiency_sets = [15, 150, 1500]   # each counted by itself
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evaluate/track/track_evaluation.h"
#include "files/diagnostics.h"

namespace fovea {

/// The code of what breaks a rule of the track.
inline constexpr std::string_view kBrokenRuleCode = "broken-rule";

/// What rules count a run by.
struct RunClass {
  std::string participant;
  const Task* task = nullptr;
  std::string result;  ///< "element"; empty when nobody says
  bool reference = false;
  std::optional<std::uint64_t> topk = std::nullopt;
};

/// A number of runs that a rule limits.
struct RuleCount {
  std::string runs;       ///< "element runs of 'QUT' for focused"
  std::string_view rule;  ///< its key
  std::uint64_t most = 0;
};

/// The counts that a run of this class is part of: two runs with the same `runs` and `rule` count together.
std::vector<RuleCount> counts_of(const TrackRules& rules, const RunClass& run);

/// What INEX 2010 allowed (above): for tracks that take submissions and do not say otherwise.
TrackRules inex_2010_rules();

/// Names every participant, task or run that goes beyond the rules, with the place of the first entry that does.
void check_rules(const TrackRules& rules, const TrackEvaluation& track, Diagnostics& breaches);

}  // namespace fovea
