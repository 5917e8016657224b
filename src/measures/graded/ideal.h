// The ideal recall base: what a perfect system would return, best first and without overlap.
//
// Kazai et al. 2005, section 2.3: on every relevant path (from the root to a relevant element that has no
// relevant descendant) the relevant element with the highest quantised value is chosen, the deeper one on a
// tie; of two chosen elements that overlap the one with the shorter path is kept. The paper does not say what
// happens to paths of value 0 (strict quantisation has many): they have no ideal element.
#pragma once

#include <vector>

#include "measures/graded/quantisation.h"
#include "measures/graded/recall_base.h"

namespace fovea {

struct IdealBase {
  /// By value, highest first, then in document order.
  std::vector<NodeId> elements;
  /// Per node: the position in `elements` of the ideal element it is or lies in; kNoNode when there is none.
  std::vector<std::uint32_t> ideal_of;
  /// cumulated[k]: the value of the first k elements together. It begins with 0.
  std::vector<double> cumulated;

  double total() const { return cumulated.back(); }
  /// The ideal list's gain to rank k; a list shorter than k keeps its last sum.
  double gain_at(std::size_t k) const { return cumulated[std::min(k, elements.size())]; }
};

IdealBase ideal_base(const RecallBase& base, const Quantisation& quantisation);

/// Per node, whether it is relevant and has no relevant descendant: the end of a relevant path.
std::vector<bool> relevant_leaves(const RecallBase& base);

}  // namespace fovea
