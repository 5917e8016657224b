// `fovea eval --explain TOPIC DOC`: one article instead of all scores.
#pragma once

#include <span>
#include <string>

#include "cli/eval_options.h"
#include "collection/collection.h"
#include "judgements/judgements.h"
#include "runs/run.h"

namespace fovea::cli {

/// Prints the article as each run answered it; returns the exit code. `collection` may be nullptr.
int explain(const EvalOptions& options, const Judgements& judgements, const Collection* collection,
            std::span<const Run* const> runs, std::span<const std::string> names);

}  // namespace fovea::cli
