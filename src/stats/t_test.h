// Student's t for paired scores: test and interval.
//
//     t = m / (s / √n)     with m and s the mean and standard deviation (n − 1) of n differences,
//
// against Student's distribution with n − 1 degrees of freedom ("Student", Biometrika 6, 1908). The interval
// is m ± t(1 − (1 − confidence)/2, n − 1)·s/√n and serves single scores as well as differences.
#pragma once

#include <cstddef>
#include <span>

#include "stats/computed.h"
#include "stats/paired_test.h"
#include "stats/sample.h"

namespace fovea::stats {

/// Impossible with fewer than two differences, or when they are all the same but for rounding.
Computed<TestResult> paired_t_test(std::span<const double> differences, Tails tails);

/// How many standard errors Student's interval reaches to each side of a mean; of two values or more.
double t_factor(std::size_t values, double confidence);
/// Where many samples of one size share the factor, which takes longer to compute than the rest.
Computed<Interval> interval_around_mean(std::span<const double> values, double factor);

/// Impossible with fewer than two values. Equal values give an interval without width.
Computed<Interval> t_interval(std::span<const double> values, double confidence);

}  // namespace fovea::stats
