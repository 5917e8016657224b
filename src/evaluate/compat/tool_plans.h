// What is computed for the figures of another tool.
#pragma once

#include <optional>

#include "evaluate/evaluation_options.h"
#include "evaluate/evaluation_plan.h"
#include "files/diagnostics.h"
#include "judgements/judgements.h"

namespace fovea {

/// For a mode that is not kNone. Nothing, and the reason in `said`, when the options do not go together.
std::optional<EvaluationPlan> tool_plan(const EvaluationOptions& options, const Task& task,
                                        const Judgements& judgements, Diagnostics& said);

}  // namespace fovea
