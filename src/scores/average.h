// How the values of the topics become one for the run.
#pragma once

#include <cstdint>
#include <span>

#include "text/enum_names.h"

namespace [[gnu::visibility("default")]] fovea {

enum class Average : std::uint8_t { kMean, kSum, kGeometricMean };
constexpr auto enum_names(Average) {
  return names_in_order("mean", "sum", "geometric mean");
}

/// A topic that scores less counts as this much in a geometric mean, which would be 0 otherwise. trec_eval's
/// figure: the smallest value that is not 0 when rounded to its four decimals is ten times as large.
inline constexpr double kSmallestInGeometricMean = 1e-5;

/// Sums run in the order of the values, so that the result is the same on every machine. 0 for no topics.
double summarise(Average average, std::span<const double> values);

}  // namespace fovea
