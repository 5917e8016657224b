#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "stats/bivariate.h"
#include "stats/correlation.h"
#include "stats/sample.h"

namespace fovea::stats {

namespace {

/// How far `truth` agrees that `above` stands over `item`: 1, −1, or 0 when it puts them level.
int agreement(std::span<const double> truth, std::size_t above, std::size_t item) {
  return static_cast<int>(truth[above] > truth[item]) - static_cast<int>(truth[above] < truth[item]);
}

/// The mean agreement of `truth` with all that `estimate` puts over `item`; nothing when it puts none there.
std::optional<double> agreement_above(std::span<const double> truth, std::span<const double> estimate,
                                      std::size_t item) {
  int agreed = 0;
  int above = 0;
  for (std::size_t other = 0; other < truth.size(); ++other) {
    if (estimate[other] <= estimate[item]) continue;
    agreed += agreement(truth, other, item);
    ++above;
  }
  if (above == 0) return std::nullopt;
  return static_cast<double>(agreed) / above;
}

}  // namespace

Computed<Correlation> tau_ap(std::span<const double> truth, std::span<const double> estimate) {
  if (auto reason = unfit_pair(truth, estimate, "runs")) return *reason;
  const std::size_t n = truth.size();
  const bool tied = !tie_sizes(truth).empty() || !tie_sizes(estimate).empty();
  if (tie_sizes(truth) == std::vector{n} || tie_sizes(estimate) == std::vector{n}) {
    return Impossible{"all values of one list are equal"};
  }

  double sum = 0;
  int items = 0;
  for (std::size_t item = 0; item < n; ++item) {
    if (const std::optional<double> agreed = agreement_above(truth, estimate, item)) {
      sum += *agreed;
      ++items;
    }
  }
  Correlation result{sum / items, {}};
  if (tied || n < 3) return result;
  const auto below = static_cast<double>(n - 1);
  double var = 0;
  for (std::size_t i = 2; i <= n; ++i) var += static_cast<double>(i + 1) / static_cast<double>(i - 1);
  var /= 3 * below * below;
  result.p = 2 * cdf(complement(boost::math::normal(), std::abs(result.value) / std::sqrt(var)));
  return result;
}

}  // namespace fovea::stats
