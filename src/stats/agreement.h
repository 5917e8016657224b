// How alike two measures order the same runs: all coefficients at once, and which runs to look at.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "stats/computed.h"
#include "stats/correlation.h"

namespace fovea::stats {

struct Agreement {
  std::size_t runs = 0;
  Computed<Correlation> kendall;
  Computed<Correlation> tau_ap;  ///< the first list being the truth
  Computed<Correlation> spearman;
  Computed<Correlation> pearson;
  Computed<Line> line;  ///< second = intercept + slope · first
};

/// Of the means of the same runs under two measures. Means that differ by rounding only are tied.
Agreement agreement(std::span<const double> first, std::span<const double> second);

/// The `count` runs with the highest values, in descending order; earlier runs first among equals.
std::vector<std::size_t> top(std::span<const double> values, std::size_t count);

/// The values at some places.
std::vector<double> select(std::span<const double> values, std::span<const std::size_t> places);

}  // namespace fovea::stats
