// The elements of one document: names, parents, spans, and the way from a path to an element and back.
//
// (Contract for the consumers; the implementer may add to it.)
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/span.h"

namespace fovea {

/// Elements are numbered in document order; the root is 0.
using ElementIndex = std::uint32_t;

/// A borrowed, packed element tree.
class ElementTreeView {
 public:
  static constexpr ElementIndex kRoot = 0;

  std::uint32_t size() const;
  Span span(ElementIndex element) const;
  std::string_view name(ElementIndex element) const;
  std::optional<ElementIndex> parent(ElementIndex element) const;
  /// Position among siblings of the same name, from 1.
  std::uint32_t ordinal(ElementIndex element) const;
  std::vector<ElementIndex> children(ElementIndex element) const;

  /// "/article[1]/bdy[1]/sec[2]" → the element.
  std::optional<ElementIndex> find(std::string_view path) const;
  std::string path(ElementIndex element) const;

  ElementIndex smallest_containing(Span span) const;
  std::vector<ElementIndex> largest_inside(Span span) const;
  std::vector<ElementIndex> leaves_inside(Span span) const;
};

}  // namespace fovea
