#include "stats/agreement.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fovea::stats {

namespace {

/// Means that are equal on paper and differ in the last digits, because they were summed in another order,
/// made equal: multiples of a step that is tiny beside the largest.
std::vector<double> without_rounding(std::span<const double> values) {
  constexpr double kSteps = 1e12;
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  std::vector<double> steps(values.begin(), values.end());
  if (!(largest > 0) || !std::isfinite(largest)) return steps;
  for (double& value : steps) value = std::round(value / largest * kSteps);
  return steps;
}

}  // namespace

Agreement agreement(std::span<const double> first, std::span<const double> second) {
  const std::vector<double> ranked_first = without_rounding(first);
  const std::vector<double> ranked_second = without_rounding(second);
  return {first.size(),
          kendall_tau_b(ranked_first, ranked_second),
          tau_ap(ranked_first, ranked_second),
          spearman(ranked_first, ranked_second),
          pearson(first, second),
          linear_regression(first, second)};
}

std::vector<std::size_t> top(std::span<const double> values, std::size_t count) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return values[a] > values[b]; });
  order.resize(std::min(order.size(), count));
  return order;
}

std::vector<double> select(std::span<const double> values, std::span<const std::size_t> places) {
  std::vector<double> selected;
  selected.reserve(places.size());
  for (const std::size_t place : places) selected.push_back(values[place]);
  return selected;
}

}  // namespace fovea::stats
