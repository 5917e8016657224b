// What the tests of two runs have in common.
//
// Each looks at the differences of two runs on the same topics, first minus second. The one-tailed
// alternative is that the first run is better; the two-tailed one that the runs differ.
#pragma once

#include <cstdint>

namespace fovea::stats {

enum class Tails : std::uint8_t { kOne = 1, kTwo = 2 };

struct TestResult {
  double statistic = 0;
  double p = 0;
};

}  // namespace fovea::stats
