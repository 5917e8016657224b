#include "measures/graded/recall_base.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <tuple>

#include "collection/element_path.h"

namespace fovea {
namespace {

/// Deeper than any document fovea catalogues; bounds recursion over the tree.
constexpr std::ptrdiff_t kMaxSteps = 1024;

/// One document's tree while it grows: nodes in the order of first mention, a parent before its children.
struct Sapling {
  struct Node {
    std::string_view path;
    std::uint32_t parent = kNoNode;
    std::uint32_t order = 0;
    Grade grade{};
    std::optional<Offset> size{};
    Offset begin = 0;
  };
  std::vector<Node> nodes;
  absl::flat_hash_map<std::string_view, std::uint32_t> index;

  /// The node of a path, made with its ancestors if need be.
  std::uint32_t grow(std::string_view path, const ElementLocator* locate) {
    std::vector<std::string_view> missing;
    std::uint32_t at = kNoNode;
    for (; !path.empty(); path = parent_path(path)) {
      if (const auto found = index.find(path); found != index.end()) {
        at = found->second;
        break;
      }
      missing.push_back(path);
    }
    for (; !missing.empty(); missing.pop_back()) {
      Node node{.path = missing.back(), .parent = at, .order = static_cast<std::uint32_t>(nodes.size())};
      if (locate != nullptr) {
        // An ancestor of an element that is there is there too.
        if (const auto located = (*locate)(node.path)) {
          node.order = located->order;
          node.size = located->span.size();
          node.begin = located->span.begin;
        }
      }
      at = static_cast<std::uint32_t>(nodes.size());
      index.emplace(node.path, at);
      nodes.push_back(node);
    }
    return at;
  }
};

/// The nodes of a sapling in document order: every parent before its children, siblings by their order.
std::vector<std::uint32_t> document_order(const std::vector<Sapling::Node>& nodes) {
  std::vector<std::uint32_t> by_parent(nodes.size());
  std::iota(by_parent.begin(), by_parent.end(), 0U);
  // kNoNode, the parent of roots, is the largest number: roots come last. Siblings in reverse, for the stack.
  std::ranges::sort(by_parent, [&](std::uint32_t a, std::uint32_t b) {
    return std::tuple(nodes[a].parent, nodes[b].order, b) < std::tuple(nodes[b].parent, nodes[a].order, a);
  });
  std::vector<std::uint32_t> first_child(nodes.size() + 1, 0);
  for (const Sapling::Node& node : nodes) {
    if (node.parent != kNoNode) ++first_child[node.parent + 1];
  }
  std::partial_sum(first_child.begin(), first_child.end(), first_child.begin());

  std::vector<std::uint32_t> order;
  std::vector<std::uint32_t> stack(by_parent.begin() + first_child.back(), by_parent.end());
  while (!stack.empty()) {
    const std::uint32_t node = stack.back();
    stack.pop_back();
    order.push_back(node);
    stack.insert(stack.end(), by_parent.begin() + first_child[node],
                 by_parent.begin() + first_child[node + 1]);
  }
  return order;
}

/// Reports what is wrong with an assessment; true when nothing is.
bool check(const ElementGrade& element, const ElementLocator* locate, const Place& place,
           Diagnostics& diagnostics) {
  if (check_element_path(element.path) || std::ranges::count(element.path, '/') > kMaxSteps) {
    diagnostics.expected(place, "bad-path", quote(element.path),
                         fmt::format("a path like /article[1]/bdy[1], of at most {} steps", kMaxSteps));
    return false;
  }
  if (element.exhaustivity > kMaxGrade || element.specificity > kMaxGrade) {
    diagnostics.expected(
        place, "bad-grade",
        fmt::format("grades ({},{}) of {}", element.exhaustivity, element.specificity, quote(element.path)),
        "grades from 0 to 3");
    return false;
  }
  if (!element.too_small && (element.exhaustivity == 0) != (element.specificity == 0)) {
    diagnostics.expected(
        place, "impossible-pair",
        fmt::format("grades ({},{}) of {}", element.exhaustivity, element.specificity, quote(element.path)),
        "both grades 0, or neither");
    return false;
  }
  if (locate != nullptr && !(*locate)(element.path)) {
    diagnostics.expected(place, "unknown-path", fmt::format("assessed path {}", quote(element.path)),
                         "a path of the document in the collection");
    return false;
  }
  return true;
}

}  // namespace

std::optional<std::uint32_t> RecallBase::find_document(std::string_view id) const {
  const auto found = document_index_.find(id);
  if (found == document_index_.end()) return std::nullopt;
  return found->second;
}

NodeId RecallBase::find(std::uint32_t document, std::string_view path) const {
  const auto found = node_index_.find(std::pair(document, path));
  return found == node_index_.end() ? kNoNode : found->second;
}

NodeId RecallBase::nearest(std::uint32_t document, std::string_view path) const {
  while (path.size() > longest_path_) path = parent_path(path);
  for (; !path.empty(); path = parent_path(path)) {
    if (const NodeId node = find(document, path); node != kNoNode) return node;
  }
  return kNoNode;
}

void RecallBaseBuilder::add(std::string_view document, std::span<const ElementGrade> elements,
                            const ElementLocator* locate, const std::string& file, Diagnostics& diagnostics) {
  Sapling sapling;
  absl::flat_hash_map<std::string_view, Grade> assessed;
  for (const ElementGrade& element : elements) {
    const Place place{file, element.line, 0};
    if (!check(element, locate, place, diagnostics)) continue;
    const Grade grade = element.too_small ? Grade{} : Grade{element.exhaustivity, element.specificity};
    if (!assessed.emplace(element.path, grade).second) {
      diagnostics.expected(place, "repeated-path", fmt::format("{} again", quote(element.path)),
                           "one assessment of an element");
      continue;
    }
    if (!grade.relevant()) continue;
    Sapling::Node& node = sapling.nodes[sapling.grow(element.path, locate)];
    node.grade = grade;
    if (!node.size && element.size > 0) node.size = element.size;
  }
  if (sapling.nodes.empty()) return;

  const auto number = static_cast<std::uint32_t>(base_.documents_.size());
  const NodeId first = base_.size();
  std::vector<NodeId> placed(sapling.nodes.size());
  for (const std::uint32_t index : document_order(sapling.nodes)) {
    const Sapling::Node& from = sapling.nodes[index];
    const NodeId id = base_.size();
    placed[index] = id;
    base_.node_index_.emplace(std::pair(number, from.path), id);
    base_.longest_path_ = std::max(base_.longest_path_, from.path.size());
    base_.nodes_.push_back({.path = from.path,
                            .parent = from.parent == kNoNode ? kNoNode : placed[from.parent],
                            .end = id + 1,
                            .document = number,
                            .grade = from.grade,
                            .size = from.size,
                            .begin = from.begin});
  }
  for (NodeId id = base_.size(); id-- > first;) {
    const RecallNode& node = base_.nodes_[id];
    if (node.parent == kNoNode) continue;
    NodeId& end = base_.nodes_[node.parent].end;
    end = std::max(end, node.end);
  }
  base_.documents_.push_back({document, first, base_.size()});
  base_.document_index_.emplace(document, number);
}

}  // namespace fovea
