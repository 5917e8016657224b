#include "measures/graded/cumulated_gain.h"

#include <algorithm>
#include <cstdint>

namespace fovea {
namespace {

/// What the user has seen of the recall base so far.
class Reader {
 public:
  Reader(const RecallBase& base, const Quantisation& quantisation, const IdealBase& ideal, double alpha)
      : base_(base),
        quantisation_(quantisation),
        cap_(base, quantisation, ideal),
        alpha_(alpha),
        retrieved_(base.size(), 0),
        opened_(base.size(), 0) {}

  /// The gain of the next result, which is then seen.
  double read(const GradedResult& result) {
    if (result.node == kNoNode) return 0;
    double gain = 0;
    if (result.exact) {
      gain = gain_up_to_ideal(result.node);
      retrieved_[result.node] = 1;
    }
    // A result below the node opens the node itself, too.
    for (NodeId node = result.exact ? base_[result.node].parent : result.node;
         node != kNoNode && opened_[node] == 0; node = base_[node].parent) {
      opened_[node] = 1;
    }
    return gain;
  }

  /// Whether a gain needed a size that is not known, since the last time it was asked.
  bool take_size_missing() { return std::exchange(size_missing_, false); }

 private:
  double value(NodeId node) const { return quantisation_(base_[node].grade); }
  double seen_again(NodeId node) const { return (1 - alpha_) * value(node); }

  bool lies_in_retrieved(NodeId node) const {
    for (; node != kNoNode; node = base_[node].parent) {
      if (retrieved_[node] != 0) return true;
    }
    return false;
  }

  /// The gain of an element of which no ancestor was retrieved.
  double gain_of(NodeId node) {
    if (retrieved_[node] != 0) return seen_again(node);
    if (opened_[node] == 0) return value(node);
    if (alpha_ == 0) return value(node);
    double of_children = 0;
    for (NodeId child = node + 1; child < base_[node].end; child = base_[child].end) {
      if (!base_[child].relevant()) continue;
      const double gain = gain_of(child);
      if (gain > 0) of_children += gain * share(child, node);
    }
    return alpha_ * of_children + seen_again(node);
  }

  /// |child| / |parent|
  double share(NodeId child, NodeId parent) {
    const auto part = base_[child].size;
    const auto whole = base_[parent].size;
    if (!part || !whole) size_missing_ = true;
    if (!part || !whole || *whole == 0) return 0;
    return static_cast<double>(*part) / static_cast<double>(*whole);
  }

  /// The gain of a result, cut where those at or below an ideal element would pass its value.
  double gain_up_to_ideal(NodeId node) {
    // Where nothing is left, what would be cut need not be known: it may depend on sizes that nobody gave.
    return cap_.exhausted(node) ? 0 : cap_.take(node, gain_of_result(node));
  }

  double gain_of_result(NodeId node) { return lies_in_retrieved(node) ? seen_again(node) : gain_of(node); }

  const RecallBase& base_;
  const Quantisation& quantisation_;
  IdealCap cap_;
  double alpha_;
  std::vector<std::uint8_t> retrieved_;
  std::vector<std::uint8_t> opened_;  ///< a descendant was retrieved
  bool size_missing_ = false;
};

}  // namespace

GradedView::Gains cumulate_gains(const RecallBase& base, std::span<const GradedResult> results,
                                 const Quantisation& quantisation, const IdealBase& ideal, double alpha) {
  GradedView::Gains gains;
  gains.cumulated.reserve(results.size() + 1);
  gains.cumulated.push_back(0);
  Reader reader(base, quantisation, ideal, alpha);
  for (const GradedResult& result : results) {
    gains.cumulated.push_back(gains.cumulated.back() + reader.read(result));
    if (reader.take_size_missing() && !gains.size_missing) {
      gains.size_missing = gains.cumulated.size() - 2;
    }
  }
  return gains;
}

}  // namespace fovea
