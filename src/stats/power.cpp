#include "stats/power.h"

#include <algorithm>
#include <boost/math/distributions/non_central_t.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <optional>

namespace fovea::stats {

namespace {

constexpr std::uint64_t kMostTopics = 10'000'000;

/// Power for a difference of `effect` standard deviations.
double power_of_effect(double effect, std::uint64_t topics, const TestDesign& design) {
  const double freedom = static_cast<double>(topics) - 1;
  const double tail = design.tails == Tails::kOne ? design.alpha : design.alpha / 2;
  const double critical = quantile(complement(boost::math::students_t(freedom), tail));
  const double noncentrality = std::sqrt(static_cast<double>(topics)) * effect;
  // Far out, where the power is 1 to the last digit, the series of the distribution do not converge.
  if (noncentrality > critical + 30) return 1;
  const boost::math::non_central_t distribution(freedom, noncentrality);
  const double above = cdf(complement(distribution, critical));
  return design.tails == Tails::kOne ? above : above + cdf(distribution, -critical);
}

std::optional<Impossible> unfit_design(double deviation, const TestDesign& design) {
  if (!(deviation > 0) || !std::isfinite(deviation)) return Impossible{"the differences do not vary"};
  if (!(design.power > design.alpha && design.power < 1)) {
    return Impossible{"the power must lie between alpha and 1"};
  }
  return std::nullopt;
}

}  // namespace

Computed<double> power_of_t_test(double difference, double deviation, std::uint64_t topics,
                                 const TestDesign& design) {
  if (topics < 2) return Impossible{"there are fewer than 2 topics"};
  if (!(deviation > 0) || !std::isfinite(difference / deviation)) {
    return Impossible{"the differences do not vary"};
  }
  return power_of_effect(std::abs(difference) / deviation, topics, design);
}

Computed<double> detectable_difference(double deviation, std::uint64_t topics, const TestDesign& design) {
  if (topics < 2) return Impossible{"there are fewer than 2 topics"};
  if (auto reason = unfit_design(deviation, design)) return *reason;
  const auto missing = [&](double effect) { return power_of_effect(effect, topics, design) - design.power; };
  double high = 1;
  while (missing(high) < 0) high *= 2;
  std::uintmax_t steps = 200;
  const auto [below, above] = boost::math::tools::toms748_solve(
      missing, 0.0, high, boost::math::tools::eps_tolerance<double>(48), steps);
  return (below + above) / 2 * deviation;
}

Computed<std::uint64_t> topics_needed(double difference, double deviation, const TestDesign& design) {
  if (auto reason = unfit_design(deviation, design)) return *reason;
  const double effect = std::abs(difference) / deviation;
  if (effect == 0) return Impossible{"there is no difference"};
  const auto enough = [&](std::uint64_t topics) {
    return power_of_effect(effect, topics, design) >= design.power;
  };
  std::uint64_t high = 2;
  while (high < kMostTopics && !enough(high)) high *= 2;
  if (!enough(std::min(high, kMostTopics))) {
    return Impossible{"more than ten million topics would be needed"};
  }
  // Power grows with the topics: the smallest number that is enough lies in (high / 2, high].
  std::uint64_t low = std::max<std::uint64_t>(high / 2, 1);
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (middle >= 2 && enough(middle) ? high : low) = middle;
  }
  return high;
}

}  // namespace fovea::stats
