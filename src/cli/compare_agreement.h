// `fovea compare --agree…`: how alike the same runs are ordered by two measures, by one measure at two
// depths, or under two sets of judgements.
#pragma once

#include "cli/compare_options.h"
#include "cli/inputs.h"
#include "scores/scores_file.h"

namespace fovea::cli {

/// Each measure against each other. Like the functions below, prints the agreements, or what is wrong, and
/// returns an exit code.
int agree_measures(const Scores& scores, std::span<const std::size_t> measures,
                   const CompareOptions& options);

/// The same over several sets of runs (--run-set), as one table.
int agree_run_sets(const CompareOptions& options);

/// Every measure against itself, with the runs cut at each depth.
int agree_depths(const Inputs& inputs, const CompareOptions& options);

/// Every measure against itself, under the judgements of `inputs` and each other set.
int agree_judgements(const Inputs& inputs, CompareOptions& options);

}  // namespace fovea::cli
