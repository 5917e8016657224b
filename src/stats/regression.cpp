#include "stats/regression.h"

#include <cmath>

#include "stats/sample.h"

namespace fovea::stats {

Computed<Line> linear_regression(std::span<const double> x, std::span<const double> y) {
  if (x.size() != y.size()) return Impossible{"the lists have different lengths"};
  if (auto reason = unfit(x, 2, "points")) return *reason;
  if (auto reason = unfit(y, 2, "points")) return *reason;
  const auto n = static_cast<double>(x.size());
  const double mean_x = mean(x);
  const double mean_y = mean(y);
  double xx = 0;
  double xy = 0;
  double yy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mean_x) * (x[i] - mean_x);
    xy += (x[i] - mean_x) * (y[i] - mean_y);
    yy += (y[i] - mean_y) * (y[i] - mean_y);
  }
  if (xx <= 0) return Impossible{"all points have the same x"};
  Line line;
  line.slope = xy / xx;
  line.intercept = mean_y - line.slope * mean_x;
  double residual = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double left = y[i] - line.intercept - line.slope * x[i];
    residual += left * left;
  }
  // A horizontal line explains all there is to explain.
  line.r_squared = yy > 0 ? 1 - residual / yy : 1;
  if (x.size() > 2) {
    const double sigma = std::sqrt(residual / (n - 2));
    line.slope_error = sigma / std::sqrt(xx);
    line.intercept_error = sigma * std::sqrt(1 / n + mean_x * mean_x / xx);
  }
  return line;
}

}  // namespace fovea::stats
