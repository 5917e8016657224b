#include "stats/sample.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fovea::stats {

std::optional<Impossible> unfit(std::span<const double> values, std::size_t least, std::string_view what) {
  if (values.size() < least) return Impossible{fmt::format("there are fewer than {} {}", least, what)};
  if (!std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); })) {
    return Impossible{"not all values are finite numbers"};
  }
  return std::nullopt;
}

double mean(std::span<const double> values) {
  if (values.empty()) return 0;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double variance(std::span<const double> values) {
  if (values.size() < 2) return 0;
  const double centre = mean(values);
  double squares = 0;
  for (const double value : values) squares += (value - centre) * (value - centre);
  return squares / static_cast<double>(values.size() - 1);
}

double standard_deviation(std::span<const double> values) {
  return std::sqrt(variance(values));
}

double quantile(std::span<const double> sorted, double p) {
  const double place = p * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return quantile(values, 0.5);
}

namespace {

/// Calls `group(first, last)` for every run of equal values of the sorted order, as positions in it.
template <typename Group>
void for_each_tie_group(std::span<const double> values, std::span<const std::size_t> order, Group group) {
  for (std::size_t first = 0; first < order.size();) {
    std::size_t last = first + 1;
    while (last < order.size() && values[order[last]] == values[order[first]]) ++last;
    group(first, last);
    first = last;
  }
}

std::vector<std::size_t> ascending_order(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  return order;
}

}  // namespace

std::vector<double> midranks(std::span<const double> values) {
  const std::vector<std::size_t> order = ascending_order(values);
  std::vector<double> ranks(values.size());
  for_each_tie_group(values, order, [&](std::size_t first, std::size_t last) {
    const double shared = static_cast<double>(first + 1 + last) / 2;
    for (std::size_t i = first; i < last; ++i) ranks[order[i]] = shared;
  });
  return ranks;
}

std::vector<std::size_t> tie_sizes(std::span<const double> values) {
  std::vector<std::size_t> sizes;
  for_each_tie_group(values, ascending_order(values), [&](std::size_t first, std::size_t last) {
    if (last - first > 1) sizes.push_back(last - first);
  });
  return sizes;
}

Description describe(std::span<const double> values) {
  Description all;
  if (values.empty()) return all;
  const auto [min, max] = std::minmax_element(values.begin(), values.end());
  all.count = values.size();
  all.sum = std::accumulate(values.begin(), values.end(), 0.0);
  all.min = *min;
  all.max = *max;
  all.median = median({values.begin(), values.end()});
  all.mean = mean(values);
  all.standard_deviation = standard_deviation(values);
  return all;
}

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
