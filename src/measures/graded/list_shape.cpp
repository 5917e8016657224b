#include "measures/graded/list_shape.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace fovea {
namespace {

using Element = std::pair<std::string_view, std::string_view>;  ///< document and path

/// A whole document has the empty path, which is above every other.
bool is_inside(const Element& inner, const Element& outer) {
  return inner.first == outer.first && inner.second.size() > outer.second.size() &&
         inner.second.starts_with(outer.second) && inner.second[outer.second.size()] == '/';
}

}  // namespace

ListShape list_shape(std::span<const Result> results) {
  std::vector<Element> elements;
  elements.reserve(results.size());
  for (const Result& result : results) {
    if (result.kind == ResultKind::kElement) elements.emplace_back(result.doc, result.path);
    if (result.kind == ResultKind::kDocument) elements.emplace_back(result.doc, std::string_view());
  }
  // In the order of bytes an element stands directly before all that is inside it, as nothing but '/' can
  // follow its path.
  std::ranges::sort(elements);
  ListShape shape;
  struct Open {
    Element element;
    std::uint64_t times;
    bool overlaps;
  };
  std::vector<Open> open;
  const auto close = [&] {
    if (open.back().overlaps || open.back().times > 1) shape.overlapping += open.back().times;
    open.pop_back();
  };
  for (const Element& element : elements) {
    if (!open.empty() && open.back().element == element) {
      ++open.back().times;
      continue;
    }
    while (!open.empty() && !is_inside(element, open.back().element)) close();
    if (!open.empty()) open.back().overlaps = true;
    open.push_back({element, 1, !open.empty()});
    ++shape.distinct;
  }
  while (!open.empty()) close();
  return shape;
}

}  // namespace fovea
