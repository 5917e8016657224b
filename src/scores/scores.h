// Scores: run × topic × measure. The only thing that stats and report know of an evaluation.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "scores/average.h"

namespace fovea {

/// One column of a table of scores.
struct ScoredMeasure {
  std::string name;  ///< as printed
  Average average = Average::kMean;
};

/// The scores of one run: a value per topic and measure, and a summary per measure.
struct RunScores {
  std::string run;   ///< tag or run id
  std::string file;  ///< as named by the user
  std::vector<std::string> topics;
  /// values[topic][measure]
  std::vector<std::vector<double>> values;
  /// summary[measure]
  std::vector<double> summary;
};

struct Scores {
  std::vector<ScoredMeasure> measures;
  std::vector<RunScores> runs;
};

}  // namespace fovea
