// Student's paired t-test, as R's t.test(paired = TRUE) computes it.
#include "stats/paired_test.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>

namespace fovea::stats {

using boost::math::students_t;

Computed<TestResult> paired_t_test(std::span<const double> differences, Tails tails) {
  if (auto reason = unfit(differences, 2)) return *reason;
  const auto n = static_cast<double>(differences.size());
  const double centre = mean(differences);
  const double error = standard_deviation(differences) / std::sqrt(n);
  // What is left of a constant after rounding is no variance (the limit of R's t.test).
  if (error <= 10 * std::numeric_limits<double>::epsilon() * std::abs(centre)) {
    return Impossible{"the difference is the same on all topics (zero variance)"};
  }
  const double t = centre / error;
  const students_t distribution(n - 1);
  const double upper = cdf(complement(distribution, tails == Tails::kOne ? t : std::abs(t)));
  return TestResult{t, tails == Tails::kOne ? upper : std::min(1.0, 2 * upper)};
}

double t_factor(std::size_t values, double confidence) {
  return quantile(complement(students_t(static_cast<double>(values) - 1), (1 - confidence) / 2));
}

Computed<Interval> interval_around_mean(std::span<const double> values, double factor) {
  if (auto reason = unfit(values, 2)) return *reason;
  const double centre = mean(values);
  const double half = factor * standard_deviation(values) / std::sqrt(static_cast<double>(values.size()));
  return Interval{centre - half, centre + half};
}

Computed<Interval> t_interval(std::span<const double> values, double confidence) {
  return interval_around_mean(values, values.size() < 2 ? 0 : t_factor(values.size(), confidence));
}

Computed<double> cohens_d(std::span<const double> differences) {
  const Computed<TestResult> t = paired_t_test(differences, Tails::kTwo);
  if (!t) return Impossible{t.why()};
  return t->statistic / std::sqrt(static_cast<double>(differences.size()));
}

WinTieLoss count_topics(std::span<const double> differences) {
  constexpr double kSame = 1e-12;
  WinTieLoss count;
  for (const double difference : differences) {
    if (std::abs(difference) < kSame) {
      ++count.ties;
    } else {
      ++(difference > 0 ? count.wins : count.losses);
    }
  }
  return count;
}

}  // namespace fovea::stats
