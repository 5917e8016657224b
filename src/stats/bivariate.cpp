#include "stats/bivariate.h"

#include "stats/sample.h"

namespace fovea::stats {

std::optional<Impossible> unfit_pair(std::span<const double> x, std::span<const double> y,
                                     std::string_view what) {
  if (x.size() != y.size()) return Impossible{"the lists have different lengths"};
  if (auto reason = unfit(x, 2, what)) return reason;
  return unfit(y, 2, what);
}

namespace {

bool is_constant(double squares, double mean, std::size_t count) {
  constexpr double kRounding = 1e-14;
  return squares <= static_cast<double>(count) * (kRounding * mean) * (kRounding * mean);
}

}  // namespace

Moments moments(std::span<const double> x, std::span<const double> y) {
  Moments sums{.mean_x = mean(x), .mean_y = mean(y)};
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double dx = x[i] - sums.mean_x;
    const double dy = y[i] - sums.mean_y;
    sums.xx += dx * dx;
    sums.yy += dy * dy;
    sums.xy += dx * dy;
  }
  sums.constant_x = is_constant(sums.xx, sums.mean_x, x.size());
  sums.constant_y = is_constant(sums.yy, sums.mean_y, y.size());
  return sums;
}

}  // namespace fovea::stats
