// Agreement of two assessors beyond chance.
#pragma once

#include <cstdint>

#include "stats/computed.h"

namespace fovea::stats {

/// What two assessors said of the same articles.
struct JointDecisions {
  std::uint64_t both = 0;  ///< relevant for both
  std::uint64_t only_first = 0;
  std::uint64_t only_second = 0;
  std::uint64_t neither = 0;
};

/// Cohen's kappa (Educational and Psychological Measurement 20, 1960): (observed − expected agreement) /
/// (1 − expected agreement). Impossible without articles, or when both assessors said the same of all of
/// them, chance then explaining everything.
Computed<double> cohens_kappa(const JointDecisions& decisions);

}  // namespace fovea::stats
