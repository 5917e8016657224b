// `fovea eval --explain TOPIC DOC`: one article instead of all scores.
#pragma once

#include <span>
#include <string>

#include "cli/eval_options.h"
#include "evaluate/evaluation_request.h"
#include "judgements/judgements.h"

namespace fovea::cli {

/// Prints the article as each run answered it; returns the exit code.
int explain(const EvalOptions& options, const EvaluationRequest& request, const Judgements& judgements,
            std::span<const OpenedRun* const> runs);

}  // namespace fovea::cli
