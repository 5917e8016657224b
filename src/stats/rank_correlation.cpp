// The rank correlations that count pairs: Kendall's tau-b and tau_ap.
#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <vector>

#include "stats/correlation.h"
#include "stats/sample.h"

namespace fovea::stats {

namespace {

constexpr std::size_t kExactKendallBelow = 50;

int sign(double value) {
  return static_cast<int>(value > 0) - static_cast<int>(value < 0);
}

/// Two-tailed p of a number of concordant pairs, when every order is equally likely: the number of
/// concordant pairs is distributed like that of inversions, which grows item by item.
double exact_p(std::size_t n, std::size_t concordant) {
  const std::size_t pairs = n * (n - 1) / 2;
  std::vector<double> share(pairs + 1, 0.0);
  share[0] = 1;
  for (std::size_t item = 2; item <= n; ++item) {
    std::vector<double> grown(pairs + 1, 0.0);
    for (std::size_t k = 0; k <= pairs; ++k) {
      for (std::size_t added = 0; added < item && added <= k; ++added) grown[k] += share[k - added];
      grown[k] /= static_cast<double>(item);
    }
    share = std::move(grown);
  }
  const auto at = share.begin() + static_cast<std::ptrdiff_t>(concordant);
  const double lower = std::accumulate(share.begin(), at + 1, 0.0);
  const double upper = std::accumulate(at, share.end(), 0.0);
  return std::min(1.0, 2 * std::min(lower, upper));
}

/// Sums over the groups of equal numbers that the variance needs.
struct TieSums {
  double pairs = 0;    ///< Σ t(t−1)
  double triples = 0;  ///< Σ t(t−1)(t−2)
  double spread = 0;   ///< Σ t(t−1)(2t+5)
};

TieSums tie_sums(std::span<const double> values) {
  TieSums sums;
  for (const std::size_t size : tie_sizes(values)) {
    const auto t = static_cast<double>(size);
    sums.pairs += t * (t - 1);
    sums.triples += t * (t - 1) * (t - 2);
    sums.spread += t * (t - 1) * (2 * t + 5);
  }
  return sums;
}

double normal_p(double n, double score, const TieSums& x, const TieSums& y) {
  const double var = (n * (n - 1) * (2 * n + 5) - x.spread - y.spread) / 18 +
                     x.pairs * y.pairs / (2 * n * (n - 1)) +
                     x.triples * y.triples / (9 * n * (n - 1) * (n - 2));
  const boost::math::normal standard;
  return std::min(1.0, 2 * cdf(complement(standard, std::abs(score) / std::sqrt(var))));
}

}  // namespace

Computed<Correlation> kendall_tau_b(std::span<const double> x, std::span<const double> y) {
  if (auto reason = unfit_pair(x, y, "runs")) return *reason;
  std::int64_t score = 0;  // concordant minus discordant pairs
  for (std::size_t i = 1; i < x.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) score += sign(x[i] - x[j]) * sign(y[i] - y[j]);
  }
  const auto n = static_cast<double>(x.size());
  const TieSums ties_x = tie_sums(x);
  const TieSums ties_y = tie_sums(y);
  const double untied_x = (n * (n - 1) - ties_x.pairs) / 2;
  const double untied_y = (n * (n - 1) - ties_y.pairs) / 2;
  if (untied_x <= 0 || untied_y <= 0) return Impossible{"all values of one list are equal"};

  const double tau = static_cast<double>(score) / std::sqrt(untied_x) / std::sqrt(untied_y);
  Correlation result{std::clamp(tau, -1.0, 1.0), {}};
  const auto pairs = static_cast<std::int64_t>(x.size() * (x.size() - 1) / 2);
  if (ties_x.pairs == 0 && ties_y.pairs == 0 && x.size() < kExactKendallBelow) {
    const auto concordant = static_cast<std::size_t>(score + pairs) / 2;
    result.p = exact_p(x.size(), concordant);
  } else if (x.size() > 2) {
    result.p = normal_p(n, static_cast<double>(score), ties_x, ties_y);
  }
  return result;
}

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
