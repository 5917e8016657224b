#include "measures/graded/ideal.h"

#include <algorithm>

namespace fovea {
namespace {

/// Per node, whether some relevant path chooses it.
std::vector<bool> chosen_on_paths(const RecallBase& base, const Quantisation& quantisation, IdealTie tie) {
  const std::vector<bool> leaf = relevant_leaves(base);
  std::vector<bool> chosen(base.size(), false);
  // The best relevant element from the root down to each node; parents come first.
  std::vector<NodeId> best(base.size(), kNoNode);
  for (NodeId node = 0; node < base.size(); ++node) {
    const NodeId above = base[node].parent == kNoNode ? kNoNode : best[base[node].parent];
    const double value = quantisation(base[node].grade);
    const double value_above = above == kNoNode ? -1 : quantisation(base[above].grade);
    const bool better = tie == IdealTie::kDeeper ? value >= value_above : value > value_above;
    best[node] = base[node].relevant() && better ? node : above;
    if (leaf[node] && quantisation(base[best[node]].grade) > 0) chosen[best[node]] = true;
  }
  return chosen;
}

}  // namespace

IdealBase ideal_base(const RecallBase& base, const Quantisation& quantisation, IdealTie tie) {
  const std::vector<bool> chosen = chosen_on_paths(base, quantisation, tie);
  IdealBase ideal;
  for (NodeId node = 0; node < base.size();) {
    if (chosen[node]) ideal.elements.push_back(node);
    node = chosen[node] ? base[node].end : node + 1;
  }
  const auto value = [&](NodeId node) { return quantisation(base[node].grade); };
  std::ranges::stable_sort(ideal.elements, [&](NodeId a, NodeId b) { return value(a) > value(b); });

  ideal.ideal_of.assign(base.size(), kNoNode);
  ideal.cumulated.assign(1, 0.0);
  for (std::uint32_t position = 0; position < ideal.elements.size(); ++position) {
    const NodeId element = ideal.elements[position];
    std::fill(ideal.ideal_of.begin() + element, ideal.ideal_of.begin() + base[element].end, position);
    ideal.cumulated.push_back(ideal.total() + value(element));
  }
  return ideal;
}

IdealCap::IdealCap(const RecallBase& base, const Quantisation& quantisation, const IdealBase& ideal)
    : ideal_(&ideal) {
  left_.reserve(ideal.elements.size());
  for (const NodeId element : ideal.elements) left_.push_back(quantisation(base[element].grade));
}

bool IdealCap::exhausted(NodeId node) const {
  constexpr double kNothing = 1e-12;
  const std::uint32_t position = ideal_->ideal_of[node];
  return position != kNoNode && left_[position] < kNothing;
}

double IdealCap::take(NodeId node, double gain) {
  const std::uint32_t position = ideal_->ideal_of[node];
  if (position == kNoNode) return gain;
  const double kept = std::min(gain, left_[position]);
  left_[position] -= kept;
  return kept;
}

std::vector<bool> relevant_leaves(const RecallBase& base) {
  std::vector<bool> leaf(base.size(), false);
  // The next relevant node in document order is inside this one or behind it.
  NodeId next_relevant = kNoNode;
  for (NodeId node = base.size(); node-- > 0;) {
    if (!base[node].relevant()) continue;
    leaf[node] = next_relevant >= base[node].end;
    next_relevant = node;
  }
  return leaf;
}

}  // namespace fovea
