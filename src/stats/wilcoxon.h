// Wilcoxon's signed rank test for paired scores (Biometrics Bulletin 1, 1945).
//
// Differences of zero are left out, the others ranked by size; V is the sum of the ranks of the positive
// ones. With fewer than 50 differences and neither zeros nor equal sizes among them, p comes from the exact
// distribution of V, otherwise from the normal one with the variance corrected for ties and half a rank of
// continuity correction: what R's wilcox.test does unasked. Sizes that agree to 12 digits of the largest are
// equal, so that 0.3 − 0.2 ties with 0.2 − 0.1 as it does on paper.
#pragma once

#include <span>

#include "stats/computed.h"
#include "stats/paired_test.h"

namespace fovea::stats {

/// Impossible with fewer than two differences, or when all of them are zero. The statistic is V.
Computed<TestResult> wilcoxon_signed_rank(std::span<const double> differences, Tails tails);

}  // namespace fovea::stats
