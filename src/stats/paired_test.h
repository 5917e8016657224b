// Tests of two runs on the same topics, Student's interval, and how large a difference is, beside how sure.
//
// Each test looks at the differences of the runs, first minus second. The one-tailed alternative is that the first run
// is better; the two-tailed one that the runs differ.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "stats/computed.h"
#include "stats/sample.h"

namespace fovea::stats {

enum class Tails : std::uint8_t { kOne = 1, kTwo = 2 };

struct TestResult {
  double statistic = 0;
  double p = 0;
};

/// Student's t for paired scores ("Student", Biometrika 6, 1908),
///
///     t = m / (s / √n)     with m and s the mean and standard deviation (n − 1) of n differences,
///
/// against Student's distribution with n − 1 degrees of freedom. Impossible with fewer than two differences, or when
/// they are all the same but for rounding.
Computed<TestResult> paired_t_test(std::span<const double> differences, Tails tails);

/// Wilcoxon's signed rank test for paired scores (Biometrics Bulletin 1, 1945).
///
/// Differences of zero are left out, the others ranked by size; the statistic V is the sum of the ranks of the positive
/// ones. With fewer than 50 differences and neither zeros nor equal sizes among them, p comes from the exact
/// distribution of V, otherwise from the normal one with the variance corrected for ties and half a rank of
/// continuity correction: what R's wilcox.test does unasked. Sizes that agree to 12 digits of the largest are
/// equal, so that 0.3 − 0.2 ties with 0.2 − 0.1 as it does on paper. Impossible with fewer than two differences, or
/// when all of them are zero.
Computed<TestResult> wilcoxon_signed_rank(std::span<const double> differences, Tails tails);

/// Student's interval, m ± t(1 − (1 − confidence)/2, n − 1)·s/√n, of single scores as well as of differences. Impossible
/// with fewer than two values. Equal values give an interval without width.
Computed<Interval> t_interval(std::span<const double> values, double confidence);
/// How many standard errors it reaches to each side of a mean; of two values or more.
double t_factor(std::size_t values, double confidence);
/// The interval where many samples of one size share the factor, which takes longer to compute than the rest.
Computed<Interval> interval_around_mean(std::span<const double> values, double factor);

/// Cohen's d of paired scores: the mean difference in standard deviations (n − 1) of the differences (Cohen,
/// "Statistical Power Analysis for the Behavioral Sciences", 1988: d_z). Impossible as the t-test is.
Computed<double> cohens_d(std::span<const double> differences);

/// On how many topics the first run scores higher, the same, lower. Scores that differ by less than 1e-12
/// are the same.
struct WinTieLoss {
  std::size_t wins = 0;
  std::size_t ties = 0;
  std::size_t losses = 0;
};
WinTieLoss count_topics(std::span<const double> differences);

}  // namespace fovea::stats
