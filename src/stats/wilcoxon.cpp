// Wilcoxon's signed-rank test, exact for small samples and by the normal approximation for large ones, as in R.
#include "stats/paired_test.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

#include "stats/sample.h"

namespace fovea::stats {

namespace {

constexpr std::size_t kExactWilcoxonBelow = 50;
/// How finely sizes are told apart, in parts of the largest.
constexpr double kSteps = 1e12;

/// P(V ≥ v) and P(V ≤ v) when every one of the 2^n sign patterns is equally likely.
struct Tail {
  double upper;
  double lower;
};

Tail exact_tails(std::size_t n, std::size_t v) {
  const std::size_t largest = n * (n + 1) / 2;
  // ways[s]: share of patterns whose positive ranks sum to s, built up rank by rank.
  std::vector<double> ways(largest + 1, 0.0);
  ways[0] = 1;
  for (std::size_t rank = 1; rank <= n; ++rank) {
    for (std::size_t sum = largest; sum >= rank; --sum) ways[sum] += ways[sum - rank];
  }
  const auto at = ways.begin() + static_cast<std::ptrdiff_t>(v);
  const double all = std::ldexp(1.0, static_cast<int>(n));
  return {std::accumulate(at, ways.end(), 0.0) / all, std::accumulate(ways.begin(), at + 1, 0.0) / all};
}

double exact_p(std::size_t n, double v, Tails tails) {
  const Tail tail = exact_tails(n, static_cast<std::size_t>(std::lround(v)));
  return tails == Tails::kOne ? tail.upper : std::min(1.0, 2 * std::min(tail.upper, tail.lower));
}

double normal_p(double n, double v, std::span<const std::size_t> ties, Tails tails) {
  double tied = 0;
  for (const std::size_t size : ties) {
    const auto t = static_cast<double>(size);
    tied += t * t * t - t;
  }
  const double sigma = std::sqrt(n * (n + 1) * (2 * n + 1) / 24 - tied / 48);
  const double distance = v - n * (n + 1) / 4;
  const double sign = distance > 0 ? 1 : (distance < 0 ? -1 : 0);
  const double correction = tails == Tails::kOne ? 0.5 : 0.5 * sign;
  const double z = (distance - correction) / sigma;
  const boost::math::normal standard;
  if (tails == Tails::kOne) return cdf(complement(standard, z));
  return std::min(1.0, 2 * cdf(complement(standard, std::abs(z))));
}

}  // namespace

Computed<TestResult> wilcoxon_signed_rank(std::span<const double> differences, Tails tails) {
  if (auto reason = unfit(differences, 2)) return *reason;
  double largest = 0;
  for (const double difference : differences) largest = std::max(largest, std::abs(difference));
  std::vector<double> sizes;
  std::vector<bool> positive;
  for (const double difference : differences) {
    const double size = std::round(std::abs(difference) / largest * kSteps);
    if (largest == 0 || size == 0) continue;
    sizes.push_back(size);
    positive.push_back(difference > 0);
  }
  if (sizes.empty()) return Impossible{"the scores are equal on all topics"};

  const std::vector<double> ranks = midranks(sizes);
  double v = 0;
  for (std::size_t i = 0; i < ranks.size(); ++i) v += positive[i] ? ranks[i] : 0;

  const std::vector<std::size_t> ties = tie_sizes(sizes);
  const bool exact = sizes.size() == differences.size() && sizes.size() < kExactWilcoxonBelow && ties.empty();
  return TestResult{v, exact ? exact_p(sizes.size(), v, tails)
                             : normal_p(static_cast<double>(sizes.size()), v, ties, tails)};
}

}  // namespace fovea::stats
