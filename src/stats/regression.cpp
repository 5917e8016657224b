#include "stats/regression.h"

#include <cmath>

#include "stats/bivariate.h"

namespace fovea::stats {

Computed<Line> linear_regression(std::span<const double> x, std::span<const double> y) {
  if (auto reason = unfit_pair(x, y, "points")) return *reason;
  const auto n = static_cast<double>(x.size());
  const Moments sums = moments(x, y);
  if (sums.constant_x) return Impossible{"all points have the same x"};
  Line line;
  line.slope = sums.xy / sums.xx;
  line.intercept = sums.mean_y - line.slope * sums.mean_x;
  double residual = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double left = y[i] - line.intercept - line.slope * x[i];
    residual += left * left;
  }
  // A horizontal line explains all there is to explain.
  line.r_squared = sums.constant_y ? 1 : 1 - residual / sums.yy;
  if (x.size() > 2) {
    const double sigma = std::sqrt(residual / (n - 2));
    line.slope_error = sigma / std::sqrt(sums.xx);
    line.intercept_error = sigma * std::sqrt(1 / n + sums.mean_x * sums.mean_x / sums.xx);
  }
  return line;
}

}  // namespace fovea::stats
