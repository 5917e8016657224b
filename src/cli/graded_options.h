// Where grades of elements come from: options that several commands share.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "collection/collection.h"
#include "evaluate/evaluation_options.h"
#include "files/diagnostics.h"
#include "judgements/judgements.h"
#include "measures/graded/graded_judgements.h"

namespace fovea::cli {

struct GradedOptions {
  bool from_highlights = false;
  std::string specificity_steps = "thirds";
};

void add_graded_options(CLI::App& command, GradedOptions& options);

/// Hands them to an evaluation.
void set_grades(const GradedOptions& options, EvaluationOptions& asked);
/// The recall bases that they ask for: see make_recall_bases() (evaluate/evaluation_needs.h).
std::optional<GradedJudgements> make_graded(const Judgements& judgements, const Collection* collection,
                                            const GradedOptions& options, Diagnostics& diagnostics);

}  // namespace fovea::cli
