#include "stats/studentised_range.h"

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>

namespace fovea::stats {

namespace {

/// φ is below 1e-17 outside ±kReach.
constexpr double kReach = 9;
constexpr double kNormalPanel = 1;
/// What may be left out of an integral whose value is at most 1.
constexpr double kNegligible = 1e-16;

/// Calls `add(x, weight)` for the nodes of a Gauss–Legendre sum over [low, high], cut into panels no wider
/// than `panel`.
template <typename Add>
void for_each_node(double low, double high, double panel, Add add) {
  using Rule = boost::math::quadrature::gauss<double, 15>;
  const double panels = std::ceil((high - low) / panel);
  const double half = (high - low) / panels / 2;
  for (double i = 0; i < panels; ++i) {
    const double centre = low + (2 * i + 1) * half;
    // Boost lists the nodes of [−1, 1] that are not negative.
    for (std::size_t node = 0; node < Rule::abscissa().size(); ++node) {
      const double shift = Rule::abscissa()[node] * half;
      add(centre + shift, Rule::weights()[node] * half);
      if (shift > 0) add(centre - shift, Rule::weights()[node] * half);
    }
  }
}

}  // namespace

StudentisedRange::StudentisedRange(std::size_t groups, double freedom)
    : groups_(static_cast<double>(groups)) {
  const boost::math::normal normal;
  for_each_node(-kReach, kReach, kNormalPanel, [&](double z, double weight) {
    const NormalNode node{z, weight * pdf(normal, z), cdf(normal, z)};
    // The more groups, the fewer z count at all: the bracket is at most Φ(z).
    const double most = groups_ * node.weight * std::pow(node.below, groups_ - 1);
    if (most > kNegligible) normal_nodes_.push_back(node);
  });

  // Over u = log s, where f falls off at its own pace on both sides whatever the degrees of freedom:
  // with x = freedom·s², f(s) ds = f_χ²(x) dx = f_χ²(x)·2x du. Its width in u is about 1/√(2·freedom).
  const boost::math::chi_squared chi_squared(freedom);
  const double low = std::log(quantile(chi_squared, kNegligible) / freedom) / 2;
  const double high = std::log(quantile(complement(chi_squared, kNegligible)) / freedom) / 2;
  for_each_node(low, high, std::min(0.5, 3 / std::sqrt(2 * freedom)), [&](double u, double weight) {
    const double x = freedom * std::exp(2 * u);
    scale_nodes_.push_back({std::exp(u), weight * 2 * x * pdf(chi_squared, x)});
  });
}

double StudentisedRange::range_upper_tail(double w) const {
  double lower = 0;
  for (const NormalNode& node : normal_nodes_) {
    // Φ(z − w), as the complementary error function has it.
    const double cut = std::erfc((w - node.z) / std::sqrt(2.0)) / 2;
    lower += node.weight * std::pow(node.below - cut, groups_ - 1);
  }
  return 1 - std::min(1.0, groups_ * lower);
}

double StudentisedRange::upper_tail(double q) const {
  if (q <= 0) return 1;
  double tail = 0;
  for (const ScaleNode& node : scale_nodes_) tail += node.weight * range_upper_tail(q * node.s);
  return std::clamp(tail, 0.0, 1.0);
}

}  // namespace fovea::stats
