// What an evaluation hands back to Python, however it was made.
#pragma once

#include <string_view>

#include "evaluate/evaluation_outcome.h"
#include "native.h"

namespace fovea::python {

/// The exception of fovea/errors.py for all runs at once, and for one that is not scored.
const char* error_name(EvaluationFault fault);
const char* error_name(RunOutcomeKind kind);
/// Why a run is not scored.
Diagnostics faults_of(const RunOutcome& run);

/// None when there are no runs in it.
nb::object cube_of(Scores scores);
/// (task, topics that count, rule of ties, topics that no run with scores answers)
nb::tuple facts_of(const EvaluationOutcome& outcome, RankOrder order);

}  // namespace fovea::python
