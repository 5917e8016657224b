// The elements of one document: names, parents, spans, and the way from a path to an element and back.
//
// An ElementTreeView borrows packed columns (docs/specs/collection.md) and copies nothing: opening one costs
// a few additions, finding a path one probe of a hash table per step. Every number read from the columns is
// checked where it is used, so that a damaged file ends in CorruptFile and never in a crash or a loop.
//
// An element is inside a span when all its characters are and it has at least one: elements without text
// (`<br/>`) are inside nothing.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collection/packed.h"
#include "files/corrupt_file.h"
#include "text/span.h"

namespace fovea {

/// Elements are numbered in document order; the root is 0.
using ElementIndex = std::uint32_t;

/// In bytes; documents with longer names are refused.
inline constexpr std::size_t kLongestElementName = 1000;

/// How much there is of everything in a packed tree, as its record says it.
struct ElementCounts {
  Offset length = 0;  ///< of the text
  std::uint32_t elements = 0;
  std::uint32_t names = 0;
  std::uint32_t name_bytes = 0;
  std::uint32_t slots = 0;  ///< of the path table
  std::uint32_t gaps = 0;
};

/// Where the numbers of a packed tree stand. See ElementTreeView::span() … for what they mean.
struct ElementColumns : ElementCounts {
  PackedColumn begin, end, parent, next, name, ordinal, slot, gap;
  const char* name_ends = nullptr;
  const char* name_text = nullptr;
};

class ElementTreeView {
 public:
  static constexpr ElementIndex kRoot = 0;

  ElementTreeView() = default;
  explicit ElementTreeView(const ElementColumns& columns) : columns_(columns) {}

  std::uint32_t size() const { return columns_.elements; }
  /// Number of different element names.
  std::uint32_t names() const { return columns_.names; }
  std::string_view name_at(std::uint32_t index) const;

  Span span(ElementIndex element) const;
  std::string_view name(ElementIndex element) const;
  /// The name as an index for name_at().
  std::uint32_t name_index(ElementIndex element) const;
  /// Nothing for the root.
  std::optional<ElementIndex> parent(ElementIndex element) const;
  /// Position among siblings of the same name, from 1.
  std::uint32_t ordinal(ElementIndex element) const;
  /// The first element behind `element` and all that it contains; size() if there is none.
  ElementIndex next(ElementIndex element) const;
  std::vector<ElementIndex> children(ElementIndex element) const;

  /// "/article[1]/bdy[1]/sec[2]" → the element; nothing if there is none or the path is malformed.
  std::optional<ElementIndex> find(std::string_view path) const;
  std::string path(ElementIndex element) const;
  /// One step of a path.
  std::optional<ElementIndex> find_child(ElementIndex parent, std::string_view name,
                                         std::uint32_t ordinal) const;

  /// The innermost element that contains `span`; the root if the span goes past the document's end. Of an
  /// empty span: the last element, in document order, that begins at or before it and does not end before it.
  ElementIndex smallest_containing(Span span) const;
  /// The elements inside `span` whose parents are not, in document order.
  std::vector<ElementIndex> largest_inside(Span span) const;
  /// The elements inside `span` that contain no other element, in document order.
  std::vector<ElementIndex> leaves_inside(Span span) const;

  /// The text nodes of an element itself, not of its children, in order: pieces of text between tags, comments and
  /// processing instructions. TextPoints finds points in them.
  std::vector<Span> text_nodes(ElementIndex element) const;

  /// Checks all that the functions above rely on: children follow their parents and lie inside them, side by side and
  /// in order; ordinals count; every element is found by its path; the root spans the text; the levels are `depth`.
  /// Throws CorruptFile.
  void check(std::uint32_t depth) const;

 private:
  /// The first element that begins at or behind `offset`.
  ElementIndex first_from(Offset offset) const;
  void require(ElementIndex element) const;

  ElementColumns columns_;
};

/// From text points (".../text()[2].13") to offsets in a document's text. Which text node of an element is the second can
/// only be told by counting: who looks up many points in a document keeps one of these, which counts once per element.
class TextPoints {
 public:
  /// The tree's record must outlive it.
  explicit TextPoints(const ElementTreeView& tree) : tree_(tree) {}
  /// Nothing if the text is no text point, or there is no such node or character.
  std::optional<Offset> find(std::string_view point);

 private:
  ElementTreeView tree_;
  absl::flat_hash_map<ElementIndex, std::vector<Span>> nodes_;  ///< of the elements asked for
};

/// The hash that the path table is built with.
std::uint32_t hash_name(std::string_view name);
std::uint32_t hash_step(ElementIndex parent, std::uint32_t name_hash, std::uint32_t ordinal);
/// The slot where the search for a hash begins, and the one that follows a slot.
inline std::uint32_t first_slot(std::uint32_t hash, std::uint32_t slots) {
  return static_cast<std::uint32_t>(std::uint64_t{hash} * slots >> 32);
}
inline std::uint32_t next_slot(std::uint32_t slot, std::uint32_t slots) {
  return slot + 1 == slots ? 0 : slot + 1;
}

}  // namespace fovea
