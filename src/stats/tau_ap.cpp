#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

#include "stats/correlation.h"
#include "stats/sample.h"

namespace fovea::stats {

namespace {

/// 1 if `truth` puts `above` over `item`, 0 if under, a half when it does not say.
double agreement(std::span<const double> truth, std::size_t above, std::size_t item) {
  return truth[above] > truth[item] ? 1 : (truth[above] < truth[item] ? 0 : 0.5);
}

/// Σ C(i)/(i − 1) over the items of one group of ties, order[first … last), each averaged over the places it
/// may take: at place p it has the `first` items above the group over it, and p − first others of the group.
double group_sum(std::span<const double> truth, std::span<const std::size_t> order, std::size_t first,
                 std::size_t last) {
  const auto size = static_cast<double>(last - first);
  double sum = 0;
  for (std::size_t i = first; i < last; ++i) {
    double over = 0;
    for (std::size_t j = 0; j < first; ++j) over += agreement(truth, order[j], order[i]);
    double beside = 0;
    for (std::size_t j = first; j < last; ++j) beside += j == i ? 0 : agreement(truth, order[j], order[i]);
    const double beside_each = last - first > 1 ? beside / (size - 1) : 0;
    for (std::size_t place = std::max<std::size_t>(first, 1); place < last; ++place) {
      const double expected = over + static_cast<double>(place - first) * beside_each;
      sum += expected / static_cast<double>(place) / size;
    }
  }
  return sum;
}

}  // namespace

Computed<Correlation> tau_ap(std::span<const double> truth, std::span<const double> estimate) {
  if (truth.size() != estimate.size()) return Impossible{"the lists have different lengths"};
  if (auto reason = unfit(truth, 2, "runs")) return *reason;
  if (auto reason = unfit(estimate, 2, "runs")) return *reason;
  const std::size_t n = truth.size();
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return estimate[a] > estimate[b]; });
  const bool tied = !tie_sizes(truth).empty() || !tie_sizes(estimate).empty();
  if (tie_sizes(truth) == std::vector{n} || tie_sizes(estimate) == std::vector{n}) {
    return Impossible{"all values of one list are equal"};
  }

  double sum = 0;
  for (std::size_t first = 0; first < n;) {
    std::size_t last = first + 1;
    while (last < n && estimate[order[last]] == estimate[order[first]]) ++last;
    sum += group_sum(truth, order, first, last);
    first = last;
  }
  const auto below = static_cast<double>(n - 1);
  Correlation result{2 * sum / below - 1, {}};
  if (tied || n < 3) return result;
  double var = 0;
  for (std::size_t i = 2; i <= n; ++i) var += static_cast<double>(i + 1) / static_cast<double>(i - 1);
  var /= 3 * below * below;
  result.p = 2 * cdf(complement(boost::math::normal(), std::abs(result.value) / std::sqrt(var)));
  return result;
}

}  // namespace fovea::stats
