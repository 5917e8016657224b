// Where the scores of a comparison come from: files of scores, or an evaluation made on the spot.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/inputs.h"
#include "measures/scores_file.h"
#include "text/diagnostics.h"

namespace fovea::cli {

/// Of the measures in a file of scores, those that `expressions` ask for, in that order: by their spelling in
/// the file, or by any other name the grammar knows them under (`map` finds AP). Without expressions, the
/// only measure there is. What is not there is reported with what is; nothing is returned then.
std::optional<std::vector<MeasureScores>> select_measures(std::vector<MeasureScores> scores,
                                                          std::span<const std::string> expressions,
                                                          Diagnostics& diagnostics);

/// Evaluates every run by every measure of `expressions`, at most `depth` results per topic (0: all), and
/// prints what is worth knowing. Runs go by their tags, or by their files where two share a tag. Every judged
/// topic has a score.
int evaluate_all(const Inputs& inputs, std::span<const std::string> expressions, std::size_t depth,
                 std::vector<MeasureScores>& scores);

/// "3 topics that …: 1, 2, 3" on standard error, with the first few named.
void say_topics(std::span<const std::string> topics, std::string_view what);

}  // namespace fovea::cli
