#include "collection/tree_check.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace fovea {

namespace {

void require(bool holds, const char* what) {
  if (!holds) throw CorruptFile(std::string("the element tree is corrupt: ") + what);
}

/// An element whose end has not been reached.
struct OpenElement {
  ElementIndex index;
  ElementIndex next;
  Span span;
  /// Where its last child ended.
  Offset reached;
};

}  // namespace

void check_tree(const ElementTreeView& tree, Offset length, std::uint32_t depth) {
  require(tree.span(ElementTreeView::kRoot) == Span{0, length}, "the root is not the whole text");
  require(tree.next(ElementTreeView::kRoot) == tree.size(), "the root does not contain all elements");
  require(tree.ordinal(ElementTreeView::kRoot) == 1, "the root is not the first of its name");
  std::vector<OpenElement> open{{0, tree.size(), tree.span(0), 0}};
  absl::flat_hash_map<std::pair<ElementIndex, std::string_view>, std::uint32_t> counts;
  std::size_t deepest = 1;
  for (ElementIndex element = 1; element < tree.size(); ++element) {
    while (open.back().next <= element) open.pop_back();  // the root never ends before the last element
    OpenElement& parent = open.back();
    const Span span = tree.span(element);
    const ElementIndex next = tree.next(element);
    require(tree.parent(element) == parent.index, "an element does not know its parent");
    require(parent.span.contains(span) && next <= parent.next, "an element leaves its parent");
    require(span.begin >= parent.reached, "elements overlap");
    require(!tree.name(element).empty(), "an element has no name");
    require(tree.ordinal(element) == ++counts[{parent.index, tree.name(element)}],
            "an element is miscounted");
    require(tree.find_child(parent.index, tree.name(element), tree.ordinal(element)) == element,
            "an element is not found by its path");
    parent.reached = span.end;
    open.push_back({element, next, span, span.begin});
    deepest = std::max(deepest, open.size());
  }
  require(deepest == depth, "its depth is wrong");
}

}  // namespace fovea
