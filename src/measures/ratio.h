// The share that a part has in a whole.
#pragma once

#include <cstdint>

namespace fovea {

/// 0 where there is nothing to divide by.
inline double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace fovea
