// What can be said of one list of numbers, or of two that belong together.
//
// mean, variance, quantile and ranks expect finite numbers and enough of them; unfit() is how the callers
// that take numbers from outside make sure.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "stats/computed.h"

namespace fovea::stats {

/// Why `values` cannot be used: fewer than `least` of them (called `what` in the reason), or one that is not
/// finite. Nothing when they can.
std::optional<Impossible> unfit(std::span<const double> values, std::size_t least,
                                std::string_view what = "topics");

/// The arithmetic mean, summed in the order given; of nothing, 0.
double mean(std::span<const double> values);
/// With n − 1 below, in two passes; of fewer than two, 0.
double variance(std::span<const double> values);
double standard_deviation(std::span<const double> values);

/// The p-quantile (0 ≤ p ≤ 1) of numbers in ascending order, at least one: linear between the order
/// statistics around (n − 1)·p, which is type 7 of Hyndman & Fan (The American Statistician 50, 1996) and the
/// default of R and NumPy.
double quantile(std::span<const double> sorted, double p);
double median(std::vector<double> values);

/// Ranks from 1, ascending; equal numbers share the mean of their ranks.
std::vector<double> midranks(std::span<const double> values);

/// How often each number that occurs more than once occurs.
std::vector<std::size_t> tie_sizes(std::span<const double> values);

/// The columns of a table of statistics. All 0 when there are no values.
struct Description {
  std::size_t count = 0;
  double sum = 0;
  double min = 0;
  double max = 0;
  double median = 0;
  double mean = 0;
  double standard_deviation = 0;
};
Description describe(std::span<const double> values);

struct Interval {
  double low = 0;
  double high = 0;
  bool bootstrap = false;  ///< made of resamples (stats/mean_interval.h)
};

/// Why two lists cannot be used: different lengths, fewer than two numbers (called `what` in the reason), or
/// one that is not finite. Nothing when they can.
std::optional<Impossible> unfit_pair(std::span<const double> x, std::span<const double> y,
                                     std::string_view what);

/// Means, and sums of squares and products of the deviations from them, in two passes.
struct Moments {
  double mean_x = 0;
  double mean_y = 0;
  double xx = 0;
  double yy = 0;
  double xy = 0;
  /// Whether a list is constant: equal numbers whose mean was rounded leave a little that is no variance.
  bool constant_x = false;
  bool constant_y = false;
};
Moments moments(std::span<const double> x, std::span<const double> y);

}  // namespace fovea::stats
