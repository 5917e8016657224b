// A stored collection of structured documents: for each its id, text, length and element tree.
//
// One file, LMDB underneath: mapped, crash-safe, readable by many processes while one writes. The byte layout
// stands in docs/specs/collection.md. Reading needs no memory that grows with the collection or the document.
//
// Contract: a Collection may be read from several threads at once; a Document borrows from the Collection and
// must not outlive it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "collection/element_tree.h"
#include "text/diagnostics.h"
#include "text/span.h"

namespace fovea {

/// One document of a collection.
class Document {
 public:
  Document(std::string_view id, ElementTreeView tree, std::string_view packed_text);

  std::string_view id() const { return id_; }
  /// Code points of the whole text.
  Offset length() const { return tree_.span(ElementTreeView::kRoot).end; }
  const ElementTreeView& tree() const { return tree_; }
  /// The characters of the element that `path` names, or nothing if there is no such element.
  std::optional<Span> span_of(std::string_view path) const;
  /// The text as UTF-8, unpacked on each call.
  std::string text() const;
  std::string text(Span span) const;

 private:
  std::string_view id_;
  ElementTreeView tree_;
  std::string_view packed_text_;
};

class Collection {
 public:
  /// Opens for reading. A missing, foreign or corrupt file is reported, and nothing is returned.
  static std::optional<Collection> open(const std::string& path, Diagnostics& diagnostics);
  Collection(Collection&&) noexcept;
  Collection& operator=(Collection&&) noexcept;
  ~Collection();

  /// The document with this id, or nothing.
  std::optional<Document> find(std::string_view id) const;
  std::uint64_t documents() const;

 private:
  class Store;
  explicit Collection(std::unique_ptr<Store> store);
  std::unique_ptr<Store> store_;
};

}  // namespace fovea
