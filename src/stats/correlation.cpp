// Pearson and Spearman; the rank correlations that count pairs are in kendall.cpp and tau_ap.cpp.
#include "stats/correlation.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <vector>

#include "stats/sample.h"

namespace fovea::stats {

Computed<Correlation> pearson(std::span<const double> x, std::span<const double> y) {
  if (x.size() != y.size()) return Impossible{"the lists have different lengths"};
  if (auto reason = unfit(x, 2, "runs")) return *reason;
  if (auto reason = unfit(y, 2, "runs")) return *reason;
  const double mean_x = mean(x);
  const double mean_y = mean(y);
  double xx = 0;
  double yy = 0;
  double xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mean_x) * (x[i] - mean_x);
    yy += (y[i] - mean_y) * (y[i] - mean_y);
    xy += (x[i] - mean_x) * (y[i] - mean_y);
  }
  if (xx <= 0 || yy <= 0) return Impossible{"all values of one list are equal"};
  Correlation result{std::clamp(xy / std::sqrt(xx) / std::sqrt(yy), -1.0, 1.0), {}};
  if (x.size() < 3) return result;
  const double freedom = static_cast<double>(x.size()) - 2;
  const double rest = 1 - result.value * result.value;
  if (rest <= 0) {
    result.p = 0;
    return result;
  }
  const double t = std::abs(result.value) * std::sqrt(freedom / rest);
  result.p = 2 * cdf(complement(boost::math::students_t(freedom), t));
  return result;
}

Computed<Correlation> spearman(std::span<const double> x, std::span<const double> y) {
  if (auto reason = unfit(x, 2, "runs")) return *reason;
  if (auto reason = unfit(y, 2, "runs")) return *reason;
  return pearson(midranks(x), midranks(y));
}

}  // namespace fovea::stats
