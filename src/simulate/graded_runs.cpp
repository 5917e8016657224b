#include "simulate/graded_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <tuple>

#include "measures/graded/ideal.h"

namespace fovea {
namespace {

/// Per node, how many steps it stands below its root.
std::vector<std::uint32_t> depths(const RecallBase& base) {
  std::vector<std::uint32_t> depth(base.size(), 0);
  for (NodeId node = 0; node < base.size(); ++node) {
    if (base[node].parent != kNoNode) depth[node] = depth[base[node].parent] + 1;
  }
  return depth;
}

std::vector<NodeId> members(GradedRun run, const RecallBase& base, const IdealBase& ideal) {
  const std::vector<bool> leaf = relevant_leaves(base);
  std::vector<bool> above(base.size(), false);
  std::vector<bool> is_ideal(base.size(), false);
  for (const NodeId element : ideal.elements) {
    is_ideal[element] = true;
    for (NodeId node = base[element].parent; node != kNoNode; node = base[node].parent) above[node] = true;
  }
  const auto belongs = [&](NodeId node) {
    switch (run) {
      case GradedRun::kIdeal:
        return static_cast<bool>(is_ideal[node]);
      case GradedRun::kIdealAndAncestors:
        return is_ideal[node] || above[node];
      case GradedRun::kIdealAndDescendants:
        return ideal.ideal_of[node] != kNoNode;
      case GradedRun::kLeaves:
        return static_cast<bool>(leaf[node]);
      case GradedRun::kArticles:
        return base[node].parent == kNoNode;
      default:
        return true;
    }
  };
  std::vector<NodeId> nodes;
  for (NodeId node = 0; node < base.size(); ++node) {
    if (base[node].relevant() && belongs(node)) nodes.push_back(node);
  }
  return nodes;
}

/// By value, equal ones as the head of graded_runs.h says.
void sort_by_value(std::vector<NodeId>& nodes, const RecallBase& base, const IdealBase& ideal,
                   const Quantisation& quantisation) {
  const std::vector<std::uint32_t> depth = depths(base);
  const auto key = [&](NodeId node) {
    const std::uint32_t place = ideal.ideal_of[node];
    const std::int64_t bottom_up = place == kNoNode ? -static_cast<std::int64_t>(depth[node]) : 0;
    return std::tuple(-quantisation(base[node].grade), place, bottom_up, node);
  };
  std::ranges::sort(nodes, [&](NodeId a, NodeId b) { return key(a) < key(b); });
}

std::vector<SimulatedElement> ranked(const std::vector<NodeId>& nodes) {
  std::vector<SimulatedElement> elements;
  for (const NodeId node : nodes) elements.push_back({node, static_cast<std::int32_t>(elements.size() + 1)});
  return elements;
}

std::vector<SimulatedElement> perfect(const RecallBase& base) {
  std::vector<NodeId> nodes;
  for (NodeId node = 0; node < base.size(); ++node) {
    if (base[node].grade.specificity == kMaxGrade) nodes.push_back(node);
  }
  std::ranges::stable_sort(
      nodes, [&](NodeId a, NodeId b) { return base[a].grade.exhaustivity > base[b].grade.exhaustivity; });
  return ranked(nodes);
}

std::vector<SimulatedElement> with_ancestors(const RecallBase& base) {
  std::vector<SimulatedElement> elements = perfect(base);
  std::vector<bool> there(base.size(), false);
  for (const SimulatedElement& element : elements) there[element.node] = true;
  std::vector<NodeId> ancestors;
  for (const SimulatedElement& element : elements) {
    for (NodeId node = base[element.node].parent; node != kNoNode; node = base[node].parent) {
      if (!there[node]) ancestors.push_back(node);
      there[node] = true;
    }
  }
  std::ranges::sort(ancestors);
  const auto rank = static_cast<std::int32_t>(elements.size() + 1);
  for (const NodeId node : ancestors) elements.push_back({node, rank});
  return elements;
}

}  // namespace

std::vector<SimulatedElement> simulate_graded(GradedRun run, const RecallBase& base,
                                              const Quantisation& quantisation) {
  if (run == GradedRun::kPerfect) return perfect(base);
  if (run == GradedRun::kAncestors) return with_ancestors(base);
  const IdealBase ideal = ideal_base(base, quantisation);
  std::vector<NodeId> nodes = members(run, base, ideal);
  sort_by_value(nodes, base, ideal, quantisation);
  return ranked(nodes);
}

void append_rows(std::string& out, std::string_view topic, std::string_view tag, const RecallBase& base,
                 const std::vector<SimulatedElement>& elements) {
  for (const auto& [node, rank] : elements) {
    fmt::format_to(std::back_inserter(out), "{} Q0 {} {} {} {} {}\n", topic,
                   base.documents()[base[node].document].id, rank,
                   static_cast<std::int64_t>(elements.size()) + 1 - rank, tag, base[node].path);
  }
}

}  // namespace fovea
