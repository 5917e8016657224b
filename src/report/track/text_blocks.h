// Where the paragraphs of a document are: the text of a stored document has its line ends but not its layout.
#pragma once

#include <string_view>
#include <vector>

#include "collection/collection.h"
#include "text/span.h"

namespace fovea {

/// A stretch of text to be set on its own.
struct TextBlock {
  Span span;
  bool heading = false;

  friend bool operator==(const TextBlock&, const TextBlock&) = default;
};

/// The outermost elements of an XML document that hold text of their own (a paragraph with its links is one
/// block), in document order, disjoint. None for documents that are lines of plain text. `text` is the
/// document's.
std::vector<TextBlock> text_blocks(const Document& document, std::string_view text);

}  // namespace fovea
