// The ideal recall base: what a perfect system would return, best first and without overlap.
//
// Kazai et al. 2005, section 2.3: on every relevant path (from the root to a relevant element that has no
// relevant descendant) the relevant element with the highest quantised value is chosen, the deeper one on a
// tie (or the higher one, the alternative of its footnote 2); of two chosen elements that overlap the one with
// the shorter path is kept. The paper does not say what happens to paths of value 0 (strict quantisation has
// many): they have no ideal element.
#pragma once

#include <cstdint>
#include <vector>

#include "measures/graded/quantisation.h"
#include "measures/graded/recall_base.h"

namespace fovea {

/// Which of two elements of equal value on one path is ideal.
enum class IdealTie : std::uint8_t { kDeeper, kHigher };

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

IdealBase ideal_base(const RecallBase& base, const Quantisation& quantisation,
                     IdealTie tie = IdealTie::kDeeper);

/// What the results at or below each ideal element may still gain together: never more than the ideal element
/// itself is worth (equation 6).
class IdealCap {
 public:
  IdealCap(const RecallBase& base, const Quantisation& quantisation, const IdealBase& ideal);

  /// Whether a result at this node can gain anything.
  bool exhausted(NodeId node) const;
  /// The part of `gain` that a result at this node keeps; it is used up then.
  double take(NodeId node, double gain);

 private:
  const IdealBase* ideal_;
  std::vector<double> left_;  ///< by ideal element
};

/// Per node, whether it is relevant and has no relevant descendant: the end of a relevant path.
std::vector<bool> relevant_leaves(const RecallBase& base);

}  // namespace fovea
