// Statistics of judgements on paper.
#pragma once

#include <string>

#include "evaluate/judgement_statistics.h"

namespace fovea {

/// Tables, and bars for the histograms.
std::string to_text(const JudgementStatistics& statistics);
/// A row per figure of the tables and histograms: table, name of the row, statistic, value.
std::string to_csv(const JudgementStatistics& statistics);
std::string to_json(const JudgementStatistics& statistics);

}  // namespace fovea
