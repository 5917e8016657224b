// How large a difference is, beside how sure.
#pragma once

#include <cstddef>
#include <span>

#include "stats/computed.h"

namespace fovea::stats {

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
