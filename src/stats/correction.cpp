#include "stats/correction.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace fovea::stats {

namespace {

std::vector<double> holm(std::span<const double> p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  std::vector<double> adjusted(p.size());
  double largest = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto hypotheses_left = static_cast<double>(p.size() - i);
    largest = std::max(largest, std::min(1.0, hypotheses_left * p[order[i]]));
    adjusted[order[i]] = largest;
  }
  return adjusted;
}

}  // namespace

std::vector<double> adjust(std::span<const double> p, Correction correction) {
  if (correction == Correction::kHolm) return holm(p);
  std::vector<double> adjusted(p.begin(), p.end());
  if (correction == Correction::kBonferroni) {
    for (double& value : adjusted) value = std::min(1.0, value * static_cast<double>(p.size()));
  }
  return adjusted;
}

}  // namespace fovea::stats
