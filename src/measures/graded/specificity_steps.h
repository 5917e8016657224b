// How a share of highlighted text becomes a grade of specificity.
#pragma once

#include <cstdint>

namespace fovea {

/// No highlighted text is 0 in both.
enum class SpecificitySteps : std::uint8_t {
  kThirds,  ///< up to 1/3: 1, up to 2/3: 2, above: 3
  kExact,   ///< up to 1/3: 1, less than all: 2, all: 3
};

/// What grades that are derived from highlighted text say of an element.
enum class ElementRelevance : std::uint8_t {
  kSteps,  ///< exhaustivity and specificity, as assessors of 2003 graded them
  kRatio,  ///< the share of its text that is highlighted, from 0 to 1 (Pehcevski & Thom 2007, section 1)
};

}  // namespace fovea
