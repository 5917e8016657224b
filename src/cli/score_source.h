// Where the scores of a comparison come from: files of scores, or an evaluation made on the spot.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "measures/scores_file.h"
#include "text/diagnostics.h"

namespace fovea::cli {

/// Of the measures in a file of scores, those that `expressions` ask for, in that order: by their spelling in
/// the file, or by any other name the grammar knows them under (`map` finds AP). Without expressions, the
/// only measure there is. What is not there is reported with what is; nothing is returned then.
std::optional<std::vector<MeasureScores>> select_measures(std::vector<MeasureScores> scores,
                                                          std::span<const std::string> expressions,
                                                          Diagnostics& diagnostics);

}  // namespace fovea::cli
