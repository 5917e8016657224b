#include "collection/element_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <utility>

#include "collection/element_path.h"

namespace fovea {

namespace {
[[noreturn]] void corrupt_tree(std::string_view what) {
  throw CorruptFile(fmt::format("the element tree is corrupt: {}", what));
}

void require_tree(bool holds, std::string_view what) {
  if (!holds) corrupt_tree(what);
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

std::uint32_t hash_name(std::string_view name) {
  // FNV-1a: short, and good on short strings.
  std::uint32_t hash = 2166136261U;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  return hash;
}

std::uint32_t hash_step(ElementIndex parent, std::uint32_t name_hash, std::uint32_t ordinal) {
  std::uint32_t hash = name_hash ^ (parent * 0x9E3779B1U) ^ (ordinal * 0x85EBCA6BU);
  hash ^= hash >> 15;
  hash *= 0x2C1B3C6DU;
  return hash ^ (hash >> 13);
}

void ElementTreeView::require(ElementIndex element) const {
  if (element >= columns_.elements) corrupt_tree("a number of an element is too large");
}

Span ElementTreeView::span(ElementIndex element) const {
  require(element);
  const Span span{columns_.begin[element], columns_.end[element]};
  if (span.begin > span.end || span.end > columns_.length) corrupt_tree("a span is out of the text");
  return span;
}

std::string_view ElementTreeView::name_at(std::uint32_t index) const {
  if (index >= columns_.names) corrupt_tree("a number of a name is too large");
  const auto end_of = [&](std::uint32_t i) {
    return load<std::uint32_t>(columns_.name_ends + 4 * std::size_t{i});
  };
  const std::uint32_t begin = index == 0 ? 0 : end_of(index - 1);
  const std::uint32_t end = end_of(index);
  if (begin > end || end > columns_.name_bytes) corrupt_tree("a name is out of its table");
  if (end - begin > kLongestElementName) corrupt_tree("a name is too long");
  return {columns_.name_text + begin, end - begin};
}

std::uint32_t ElementTreeView::name_index(ElementIndex element) const {
  require(element);
  const std::uint32_t index = columns_.name[element];
  if (index >= columns_.names) corrupt_tree("a number of a name is too large");
  return index;
}

std::string_view ElementTreeView::name(ElementIndex element) const {
  return name_at(name_index(element));
}

std::optional<ElementIndex> ElementTreeView::parent(ElementIndex element) const {
  require(element);
  if (element == kRoot) return std::nullopt;
  const ElementIndex parent = columns_.parent[element];
  if (parent >= element) corrupt_tree("a parent stands behind its child");
  return parent;
}

std::uint32_t ElementTreeView::ordinal(ElementIndex element) const {
  require(element);
  return columns_.ordinal[element];
}

ElementIndex ElementTreeView::next(ElementIndex element) const {
  require(element);
  const ElementIndex next = columns_.next[element];
  if (next <= element || next > columns_.elements) corrupt_tree("an element ends before it begins");
  return next;
}

std::vector<ElementIndex> ElementTreeView::children(ElementIndex element) const {
  std::vector<ElementIndex> children;
  const ElementIndex end = next(element);
  for (ElementIndex child = element + 1; child < end; child = next(child)) children.push_back(child);
  return children;
}

std::optional<ElementIndex> ElementTreeView::find_child(ElementIndex parent, std::string_view name,
                                                        std::uint32_t ordinal) const {
  if (columns_.slots == 0) return std::nullopt;
  std::uint32_t at = first_slot(hash_step(parent, hash_name(name), ordinal), columns_.slots);
  for (std::uint32_t probes = 0; probes < columns_.slots; ++probes, at = next_slot(at, columns_.slots)) {
    const std::uint32_t entry = columns_.slot[at];
    if (entry == 0) return std::nullopt;
    const ElementIndex element = entry - 1;
    require(element);
    if (columns_.parent[element] == parent && columns_.ordinal[element] == ordinal && element > parent &&
        name_at(columns_.name[element]) == name) {
      return element;
    }
  }
  return std::nullopt;
}

std::optional<ElementIndex> ElementTreeView::find(std::string_view path) const {
  PathReader steps(path);
  PathStep step;
  if (!steps.next(step) || step.ordinal != 1 || step.name != name(kRoot)) return std::nullopt;
  std::optional<ElementIndex> element = kRoot;
  while (element && steps.next(step)) element = find_child(*element, step.name, step.ordinal);
  if (steps.fault() || !steps.rest().empty()) return std::nullopt;
  return element;
}

std::string ElementTreeView::path(ElementIndex element) const {
  std::vector<ElementIndex> steps{element};
  for (auto up = parent(element); up; up = parent(*up)) steps.push_back(*up);
  std::string path;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    fmt::format_to(std::back_inserter(path), "/{}[{}]", name(*step), ordinal(*step));
  }
  return path;
}

ElementIndex ElementTreeView::first_from(Offset offset) const {
  // Document order is also the order of the beginnings.
  return *std::ranges::lower_bound(std::views::iota(ElementIndex{0}, size()), offset, {},
                                   [&](ElementIndex element) { return columns_.begin[element]; });
}

ElementIndex ElementTreeView::smallest_containing(Span wanted) const {
  // Every element that contains the span begins at or before it, and so is the last element that does or one
  // of its ancestors.
  const ElementIndex behind = wanted.begin >= kMaxOffset ? size() : first_from(wanted.begin + 1);
  ElementIndex element = behind == 0 ? kRoot : behind - 1;
  while (!span(element).contains(wanted)) {
    const auto up = parent(element);
    if (!up) return kRoot;
    element = *up;
  }
  return element;
}

std::vector<ElementIndex> ElementTreeView::largest_inside(Span wanted) const {
  std::vector<ElementIndex> found;
  for (ElementIndex element = first_from(wanted.begin); element < size();) {
    const Span own = span(element);
    if (own.begin >= wanted.end) break;
    const bool inside = !own.empty() && own.end <= wanted.end;
    if (inside) found.push_back(element);
    element = inside ? next(element) : element + 1;
  }
  return found;
}

std::vector<ElementIndex> ElementTreeView::leaves_inside(Span wanted) const {
  std::vector<ElementIndex> found;
  for (ElementIndex element = first_from(wanted.begin); element < size(); ++element) {
    const Span own = span(element);
    if (own.begin >= wanted.end) break;
    if (!own.empty() && own.end <= wanted.end && next(element) == element + 1) found.push_back(element);
  }
  return found;
}

std::vector<Span> ElementTreeView::text_nodes(ElementIndex element) const {
  std::vector<Span> nodes;
  const Span own = span(element);
  const ElementIndex end = next(element);
  ElementIndex child = element + 1;
  Offset at = own.begin;
  const auto first_gap_behind = [&](Offset offset) {
    return *std::ranges::upper_bound(std::views::iota(0U, columns_.gaps), offset, {},
                                     [&](std::uint32_t gap) { return columns_.gap[gap]; });
  };
  for (;;) {
    // Text up to the next child, or to the end of the element, cut at comments.
    const Offset tag = child < end ? span(child).begin : own.end;
    for (std::uint32_t gap = first_gap_behind(at); at < tag; ++gap) {
      const Offset stop = gap < columns_.gaps ? std::min<Offset>(tag, columns_.gap[gap]) : tag;
      require_tree(at < stop, "its comments are out of order");
      nodes.push_back({at, stop});
      at = stop;
    }
    if (child >= end) return nodes;
    at = std::max(at, span(child).end);
    child = next(child);
  }
}

std::optional<Offset> TextPoints::find(std::string_view text) {
  PathFault fault;
  const auto point = parse_text_point(text, fault);
  if (!point) return std::nullopt;
  const auto element = tree_.find(point->element);
  if (!element) return std::nullopt;
  Span part = tree_.span(*element);
  if (point->node > 0) {
    const auto [entry, is_new] = nodes_.try_emplace(*element);
    if (is_new) entry->second = tree_.text_nodes(*element);
    if (point->node > entry->second.size()) return std::nullopt;
    part = entry->second[point->node - 1];
  }
  if (point->character > part.size()) return std::nullopt;
  return part.begin + point->character;
}

void ElementTreeView::check(std::uint32_t depth) const {
  require_tree(span(kRoot) == Span{0, columns_.length}, "the root is not the whole text");
  require_tree(next(kRoot) == size(), "the root does not contain all elements");
  require_tree(ordinal(kRoot) == 1, "the root is not the first of its name");
  std::vector<OpenElement> open{{0, size(), span(0), 0}};
  absl::flat_hash_map<std::pair<ElementIndex, std::string_view>, std::uint32_t> counts;
  std::size_t deepest = 1;
  for (ElementIndex element = 1; element < size(); ++element) {
    while (open.back().next <= element) open.pop_back();  // the root never ends before the last element
    OpenElement& above = open.back();
    const Span own = span(element);
    const ElementIndex behind = next(element);
    require_tree(parent(element) == above.index, "an element does not know its parent");
    require_tree(above.span.contains(own) && behind <= above.next, "an element leaves its parent");
    require_tree(own.begin >= above.reached, "elements overlap");
    require_tree(!name(element).empty(), "an element has no name");
    require_tree(ordinal(element) == ++counts[{above.index, name(element)}], "an element is miscounted");
    require_tree(find_child(above.index, name(element), ordinal(element)) == element,
                 "an element is not found by its path");
    above.reached = own.end;
    open.push_back({element, behind, own, own.begin});
    deepest = std::max(deepest, open.size());
  }
  require_tree(deepest == depth, "its depth is wrong");
}

}  // namespace fovea
