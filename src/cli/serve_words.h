// The commands that a server has other processes run: what it checks, reports and scores by is what users run themselves.
#pragma once

#include <string>
#include <vector>

#include "assess/pool_building.h"
#include "assess/run_checks.h"
#include "evaluate/track/track.h"

namespace fovea::cli {

/// fovea check
std::vector<std::string> check_words(const assess::CheckCommand& command);
/// fovea pool build
std::vector<std::string> pool_words(const assess::PoolCommand& command);
/// fovea report, of track.toml into the folder report
std::vector<std::string> report_words();
/// fovea eval, per topic, as CSV
std::vector<std::string> score_words(const Task& task, const Track& track,
                                     const std::vector<std::string>& runs);

}  // namespace fovea::cli
