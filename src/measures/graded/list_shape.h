// How the elements of a result list lie in each other, by their paths alone.
#pragma once

#include <cstdint>
#include <span>

#include "runs/run.h"

namespace fovea {

struct ListShape {
  std::uint64_t distinct = 0;     ///< different elements
  std::uint64_t overlapping = 0;  ///< results that contain, are contained in, or repeat another one
};

/// A whole document is an element that contains all others of it. Passages and ranges are no elements and do
/// not count. The cost is that of sorting the results.
ListShape list_shape(std::span<const Result> results);

}  // namespace fovea
