// The curve of a sweep, as `fovea search --sweep` writes it: what settings cost and what they are worth.
//
// Columns separated by tabs, named by the first row: `run`; the settings that were swept; `median_ms`, `p99_ms`, `postings`, `overlap`; then
// measures, if any.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "files/diagnostics.h"
#include "files/input.h"

namespace fovea {

struct EfficiencyPoint {
  std::string run;
  std::vector<std::string> settings;  ///< values, as written
  double median_ms = 0;
  double p99_ms = 0;
  double postings = 0;
  double overlap = 0;
  std::vector<double> scores;
};

struct EfficiencyCurve {
  std::vector<std::string> settings;  ///< names
  std::vector<std::string> measures;
  std::vector<EfficiencyPoint> points;
};

/// Nothing, with what is wrong and where, when the file is none.
std::optional<EfficiencyCurve> read_efficiency_curve(const InputFile& file, Diagnostics& diagnostics);

}  // namespace fovea
