#include "stats/studentised_range.h"

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/quadrature/gauss.hpp>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <cmath>

namespace fovea::stats {

namespace {

/// φ is below 1e-17 outside ±kReach; panels of width 1 hold 15 nodes each.
constexpr int kReach = 9;
constexpr int kPointsPerPanel = 15;
/// The outer integral leaves out less than this at either end.
constexpr double kNegligible = 1e-15;
constexpr unsigned kDepth = 12;
constexpr double kTolerance = 1e-11;

}  // namespace

StudentisedRange::StudentisedRange(std::size_t groups, double freedom)
    : groups_(static_cast<double>(groups)), freedom_(freedom) {
  using Rule = boost::math::quadrature::gauss<double, kPointsPerPanel>;
  const boost::math::normal normal;
  const auto add = [&](double z, double weight) {
    nodes_.push_back({z, weight * pdf(normal, z), cdf(normal, z)});
  };
  // Boost lists the nodes of [−1, 1] from 0 up; the panel [left, left + 1] is half as wide.
  for (int left = -kReach; left < kReach; ++left) {
    const double centre = left + 0.5;
    for (std::size_t i = 0; i < Rule::abscissa().size(); ++i) {
      const double shift = Rule::abscissa()[i] / 2;
      add(centre + shift, Rule::weights()[i] / 2);
      if (shift > 0) add(centre - shift, Rule::weights()[i] / 2);
    }
  }
}

double StudentisedRange::range_upper_tail(double w) const {
  double lower = 0;
  for (const Node& node : nodes_) {
    // Φ(z − w), as the complementary error function has it.
    const double cut = std::erfc((w - node.z) / std::sqrt(2.0)) / 2;
    lower += node.weight * std::pow(node.below - cut, groups_ - 1);
  }
  return 1 - std::min(1.0, groups_ * lower);
}

double StudentisedRange::upper_tail(double q) const {
  if (q <= 0) return 1;
  const boost::math::chi_squared chi_squared(freedom_);
  const auto scale = [&](double x) { return std::sqrt(x / freedom_); };
  // With x = freedom·s², f(s) ds = f_χ²(x) dx, and dx = 2·freedom·s ds.
  const auto integrand = [&](double s) {
    return 2 * freedom_ * s * pdf(chi_squared, freedom_ * s * s) * range_upper_tail(q * s);
  };
  using Rule = boost::math::quadrature::gauss_kronrod<double, 31>;
  const double result =
      Rule::integrate(integrand, scale(quantile(chi_squared, kNegligible)),
                      scale(quantile(complement(chi_squared, kNegligible))), kDepth, kTolerance);
  return std::clamp(result, 0.0, 1.0);
}

}  // namespace fovea::stats
