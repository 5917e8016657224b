#include "stats/bivariate.h"

#include "stats/sample.h"

namespace fovea::stats {

std::optional<Impossible> unfit_pair(std::span<const double> x, std::span<const double> y,
                                     std::string_view what) {
  if (x.size() != y.size()) return Impossible{"the lists have different lengths"};
  if (auto reason = unfit(x, 2, what)) return reason;
  return unfit(y, 2, what);
}

Moments moments(std::span<const double> x, std::span<const double> y) {
  Moments sums{mean(x), mean(y), 0, 0, 0};
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double dx = x[i] - sums.mean_x;
    const double dy = y[i] - sums.mean_y;
    sums.xx += dx * dx;
    sums.yy += dy * dy;
    sums.xy += dx * dy;
  }
  return sums;
}

}  // namespace fovea::stats
