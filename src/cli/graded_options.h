// Where grades of elements come from: options that several commands share.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "collection/collection.h"
#include "files/diagnostics.h"
#include "judgements/judgements.h"
#include "measures/graded/graded_judgements.h"

namespace fovea::cli {

struct GradedOptions {
  bool from_highlights = false;
  std::string specificity_steps = "thirds";
};

void add_graded_options(CLI::App& command, GradedOptions& options);

/// The recall bases of the judgements. Says what is missing, and returns nothing, when there are neither
/// grades nor, with --from-highlights, highlights and a collection. Both must outlive what is returned.
std::optional<GradedJudgements> make_graded(const Judgements& judgements, const Collection* collection,
                                            const GradedOptions& options, Diagnostics& diagnostics);

}  // namespace fovea::cli
