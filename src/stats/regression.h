// The line of least squares through a scatter plot.
#pragma once

#include <span>

#include "stats/computed.h"

namespace fovea::stats {

/// y = intercept + slope·x. The p-value (two-tailed, n − 2 degrees of freedom) is that of Pearson's r.
struct Line {
  double intercept = 0;
  double slope = 0;
  double intercept_error = 0;  ///< standard errors; 0 with two points
  double slope_error = 0;
  double r_squared = 0;
};

/// Impossible with fewer than two points, or when all x are equal.
Computed<Line> linear_regression(std::span<const double> x, std::span<const double> y);

}  // namespace fovea::stats
