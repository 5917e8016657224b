// Two lists of numbers that belong together, as correlation and regression take them.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "stats/computed.h"

namespace fovea::stats {

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
