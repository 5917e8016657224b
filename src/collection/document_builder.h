// From a file to a document that can be stored: its element tree and its packed text.
//
// Kept and used again for one document after another, a builder allocates little. Memory holds the tree and
// the packed text of one document, and one block of its plain text.
#pragma once

#include <absl/container/flat_hash_map.h>
#include <zstd.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collection/record.h"
#include "files/diagnostics.h"
#include "files/input.h"
#include "xml/reader.h"

namespace fovea {

class DocumentBuilder final : private XmlHandler {
 public:
  DocumentBuilder();

  /// The memory that a document may take, packed and with its elements: a builder holds it once, and packing
  /// it takes as much again.
  static constexpr std::size_t kMostBytes = std::size_t{256} << 20;

  /// Reads an XML document. What is wrong goes to `diagnostics`, and false comes back.
  bool read_xml_document(const InputFile& input, Diagnostics& diagnostics, const XmlLimits& limits = {},
                         std::size_t most_bytes = kMostBytes);
  /// Reads plain text or Markdown in UTF-8 as one element `text`.
  bool read_text_document(const InputFile& input, Diagnostics& diagnostics, const XmlLimits& limits = {},
                          std::size_t most_bytes = kMostBytes);

  /// What was read last.
  const BuiltDocument& document() const { return document_; }
  std::string pack(std::string_view id, std::string_view source) const {
    return pack_document(document_, id, source);
  }
  /// The text, without white space around it, of the first element that `names` lead to, such as {"article",
  /// "header", "id"}: from the root or, with `anywhere`, from any element. Nothing if there is no such
  /// element or its text is longer than `longest` bytes.
  std::optional<std::string> text_of(const std::vector<std::string>& names, bool anywhere,
                                     std::size_t longest) const;

 private:
  void on_start(std::string_view name, const XmlAttributes& attributes, XmlCursor& at) override;
  void on_end(std::string_view name, XmlCursor& at) override;
  void on_text(std::string_view text, XmlCursor& at) override;
  void on_gap(XmlCursor& at) override;
  std::string* text_buffer() override { return &block_; }

  void clear(DocumentKind kind);
  std::uint32_t name_number(std::string_view name);
  std::uint32_t count_sibling(std::uint32_t name, ElementIndex parent);
  void open_element(std::string_view name, Offset offset);
  void close_element(Offset offset);
  /// Packs the plain text collected so far, which begins at block_begin_.
  void close_block(Offset end);
  /// What is wrong with a document that takes too much memory; empty for others.
  std::string too_large() const;
  void refuse_if_too_large(XmlCursor& at) const;
  bool is_named(ElementIndex element, const std::vector<std::string>& names, bool anywhere) const;

  /// How many children of one name a parent has so far.
  struct SiblingCount {
    ElementIndex parent;
    std::uint32_t count;
  };

  XmlReader xml_;
  BuiltDocument document_;
  std::vector<ElementIndex> open_;
  absl::flat_hash_map<std::string, std::uint32_t> name_numbers_;
  /// Numbers of the names met last, by a cheap hash, counted from 1: most elements have one of few names.
  std::array<std::uint32_t, 256> recent_names_{};
  /// Per name a stack of counts, one for each open element that has children of that name.
  std::vector<std::vector<SiblingCount>> counts_;
  std::string block_;
  Offset block_begin_ = 0;
  /// Room for a packed block.
  std::vector<char> frame_;
  /// Whether the event before was text, and where a comment followed it.
  bool after_text_ = false;
  std::optional<Offset> gap_;
  std::size_t most_bytes_ = kMostBytes;
  std::unique_ptr<ZSTD_CCtx, std::size_t (*)(ZSTD_CCtx*)> compressor_;
};

}  // namespace fovea
