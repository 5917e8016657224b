// Pearson and Spearman; the rank correlations that count pairs are in rank_correlation.cpp.
#include "stats/correlation.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numeric>
#include <vector>

#include "stats/sample.h"

namespace fovea::stats {

namespace {

/// Up to here all orders of a list are gone through: 9! is 362,880.
constexpr std::size_t kMostEnumerated = 9;

/// The share of all orders of `y` that go with `x`, in either direction, at least as well as this one does.
double share_of_orders(std::span<const double> x, std::vector<double> y) {
  const Moments sums = moments(x, y);
  const double n = static_cast<double>(x.size());
  const auto covariance = [&] {
    return std::inner_product(x.begin(), x.end(), y.begin(), 0.0) - n * sums.mean_x * sums.mean_y;
  };
  // Ranks are halves, so that sums of their products are exact but for the means.
  const double observed = std::abs(covariance()) - 1e-6;
  std::size_t orders = 0;
  std::size_t as_good = 0;
  // Equal numbers change places unseen; all orders that can be told apart stand for equally many.
  std::ranges::sort(y);
  do {
    ++orders;
    if (std::abs(covariance()) >= observed) ++as_good;
  } while (std::ranges::next_permutation(y).found);
  return static_cast<double>(as_good) / static_cast<double>(orders);
}

}  // namespace

Computed<Correlation> pearson(std::span<const double> x, std::span<const double> y) {
  if (auto reason = unfit_pair(x, y, "runs")) return *reason;
  const Moments sums = moments(x, y);
  if (sums.constant_x || sums.constant_y) return Impossible{"all values of one list are equal"};
  Correlation result{std::clamp(sums.xy / std::sqrt(sums.xx) / std::sqrt(sums.yy), -1.0, 1.0), {}};
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
  if (auto reason = unfit_pair(x, y, "runs")) return *reason;
  const std::vector<double> ranks_x = midranks(x);
  const std::vector<double> ranks_y = midranks(y);
  Computed<Correlation> result = pearson(ranks_x, ranks_y);
  if (!result || x.size() < 3 || x.size() > kMostEnumerated) return result;
  return Correlation{result->value, share_of_orders(ranks_x, ranks_y)};
}

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
