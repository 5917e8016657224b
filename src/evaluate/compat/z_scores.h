// Scores as deviations from those of other runs, in standard deviations: trec_eval's -Z.
//
// The file says, by topic and measure, what other runs scored: `topic measure mean deviation`, white space between
// them. A score that is not there becomes -1000000, and so does one that differs where the others do not.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <optional>
#include <string>
#include <utility>

#include "files/diagnostics.h"
#include "scores/scores.h"

namespace fovea {

class ZScores {
 public:
  /// Nothing, and the reasons, when the file cannot be used.
  static std::optional<ZScores> read(const std::string& path, Diagnostics& diagnostics);

  /// The same runs, under names with a Z in front. Sums stay sums; a geometric mean is made of what it sums
  /// up, the logarithms; num_q stays what it is.
  Scores of(const Scores& scores) const;

 private:
  struct Others {
    double mean = 0;
    double deviation = 0;
  };
  double convert(const std::string& topic, const std::string& measure, double value) const;

  absl::flat_hash_map<std::pair<std::string, std::string>, Others> others_;
};

}  // namespace fovea
