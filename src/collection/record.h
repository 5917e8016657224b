// A document as it is stored: one packed record with its element tree and its text.
//
// pack_document() writes the bytes that docs/specs/collection.md describes; a Document reads them in place. Its
// constructor checks that all parts lie inside the record; reading never goes outside them, whatever the bytes.
// Whether they are the bytes that were written is checked by check_sum(), all but the text, and for a block of text
// whenever it is unpacked; check() does all of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collection/element_tree.h"
#include "text/span.h"

namespace fovea {

enum class DocumentKind : std::uint8_t {
  kXml = 0,   ///< elements as in the file
  kText = 1,  ///< plain text or Markdown: one element `text`
};

/// An element while a document is being read.
struct BuiltElement {
  Span span;
  ElementIndex parent = 0;
  ElementIndex next = 0;
  std::uint32_t name = 0;
  std::uint32_t ordinal = 0;
};

/// A document that was read and can be packed.
struct BuiltDocument {
  DocumentKind kind = DocumentKind::kXml;
  Offset length = 0;
  std::uint32_t depth = 0;
  std::vector<BuiltElement> elements;
  /// Different names in the order of their first use, one behind the other, and where each ends.
  std::string names;
  std::vector<std::uint32_t> name_ends;
  /// Offsets of comments and processing instructions inside text.
  std::vector<Offset> gaps;
  /// The text in zstd frames, one behind the other; per frame its first character and its end in `packed`.
  std::string packed;
  std::vector<Offset> block_begins;
  std::vector<std::uint32_t> block_ends;

  std::string_view name(std::uint32_t index) const {
    const std::uint32_t begin = index == 0 ? 0 : name_ends[index - 1];
    return std::string_view(names).substr(begin, name_ends[index] - begin);
  }
  void clear();
};

/// What a record begins with.
struct RecordHeader {
  std::uint32_t sum = 0;  ///< of all that follows but the text, whose blocks have their own
  DocumentKind kind = DocumentKind::kXml;
  std::uint8_t widths = 0;
  std::uint16_t depth = 0;
  ElementCounts tree;
  std::uint32_t blocks = 0;
  std::uint32_t id_bytes = 0;
  std::uint32_t source_bytes = 0;
};
static_assert(sizeof(RecordHeader) == 44);

/// The record of a document. `source` is the file it was read from, for messages.
std::string pack_document(const BuiltDocument& document, std::string_view id, std::string_view source);

/// A stored document: a view of its record, which must outlive it.
class Document {
 public:
  /// Throws CorruptFile when the parts do not fit into `bytes`.
  explicit Document(std::string_view bytes);

  std::string_view id() const { return id_; }
  /// The file it was read from.
  std::string_view source() const { return source_; }
  DocumentKind kind() const { return header_.kind; }
  /// Code points of the whole text.
  Offset length() const { return header_.tree.length; }
  /// Levels of elements.
  std::uint32_t depth() const { return header_.depth; }
  const ElementTreeView& tree() const { return tree_; }

  /// The characters of the element that `path` names, or nothing if there is no such element.
  std::optional<Span> span_of(std::string_view path) const;
  /// The place that a text point (".../text()[2].13") names, or nothing. See TextPoints for many of them.
  std::optional<Offset> offset_of(std::string_view point) const { return TextPoints(tree_).find(point); }

  /// The text as UTF-8, unpacked on each call, or the characters of a span, cut at its end. Unpacks only the blocks
  /// that hold them.
  std::string text() const { return text({0, length()}); }
  std::string text(Span span) const;

  std::string_view bytes() const { return bytes_; }
  /// Compares the record, all but its text, with its checksum; throws CorruptFile.
  void check_sum() const;
  /// The same for its text, which stays packed.
  void check_text_sums() const;
  /// Compares the record with its checksum, unpacks the text, and checks that the tree is one: throws CorruptFile
  /// at the first thing that is not so.
  void check() const;

 private:
  /// The frame of a block, compared with its checksum; throws CorruptFile.
  std::string_view checked_frame(std::uint32_t block) const;
  std::string unpack_block(std::uint32_t block) const;
  Offset block_begin(std::uint32_t block) const;

  std::string_view bytes_;
  RecordHeader header_;
  std::string_view id_;
  std::string_view source_;
  std::string_view packed_;
  const char* blocks_at_ = nullptr;
  ElementTreeView tree_;
};

}  // namespace fovea
