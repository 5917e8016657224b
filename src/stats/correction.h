// Corrections for testing many hypotheses at once: adjusted p-values, to be compared with alpha as it is.
//
//     Bonferroni   min(1, m·p)
//     Holm         the largest of (m − i + 1)·p_(i) over the i-th smallest and all smaller ones, at most 1
//
// (Holm, Scandinavian Journal of Statistics 6, 1979). Both bound the chance of any false positive among the m
// tests of the family; Holm is never the less powerful.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace fovea::stats {

enum class Correction : std::uint8_t { kNone, kHolm, kBonferroni };

/// Adjusted p-values in the order given.
std::vector<double> adjust(std::span<const double> p, Correction correction);

}  // namespace fovea::stats
