// The numbers that a parameter or an option may have, and how a message says so.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <string>

namespace fovea {

struct NumberRange {
  double least = 0;
  double most = 0;
  bool whole = false;       ///< 1 and 2, but not 1.5
  bool below_most = false;  ///< the last number itself is not in it

  /// Not a number is in no range.
  bool contains(double value) const {
    return value >= least && (below_most ? value < most : value <= most) &&
           (!whole || value == std::floor(value));
  }
};

/// "a whole number from 1 to 1024", "a number from 0 to below 1".
inline std::string to_string(const NumberRange& range) {
  return fmt::format("a {} from {} to {}{}", range.whole ? "whole number" : "number", range.least,
                     range.below_most ? "below " : "", range.most);
}

}  // namespace fovea
