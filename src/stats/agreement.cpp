#include "stats/agreement.h"

#include <algorithm>
#include <numeric>

namespace fovea::stats {

Agreement agreement(std::span<const double> first, std::span<const double> second) {
  return {first.size(),           kendall_tau_b(first, second),
          tau_ap(first, second),  spearman(first, second),
          pearson(first, second), linear_regression(first, second)};
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
