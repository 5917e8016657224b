// Texts of documents: to find quotes and chunks in, to check quoted text against, and to write formats that carry
// the text.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "collection/collection.h"
#include "collection/document_lengths.h"
#include "text/span.h"
#include "text/unicode.h"

namespace fovea {

/// One text, with its code points counted.
class DocumentText {
 public:
  /// `text` must be well-formed UTF-8 of at most kMaxOffset code points.
  explicit DocumentText(std::string text);
  DocumentText(const DocumentText&) = delete;
  DocumentText& operator=(const DocumentText&) = delete;

  const std::string& text() const { return text_; }
  Offset length() const { return static_cast<Offset>(offsets_.code_points()); }
  const OffsetMap& offsets() const { return offsets_; }
  /// The bytes of a span; nothing when it does not lie inside the text.
  std::optional<std::string_view> slice(Span span) const;
  /// Where `quote` occurs, up to `most` times. An empty quote occurs nowhere.
  std::vector<Span> find_all(std::string_view quote, std::size_t most) const;

 private:
  std::string text_;
  OffsetMap offsets_;
};

/// Looks texts up by document id and keeps the last few.
class DocumentTexts {
 public:
  /// Gives the text of a document, or nothing when there is none.
  using Source = std::function<std::optional<std::string>(std::string_view doc)>;

  explicit DocumentTexts(Source source) : source_(std::move(source)) {}

  /// nullptr when there is no such document, or its text is not UTF-8. Good until the next call.
  const DocumentText* find(std::string_view doc);

 private:
  static constexpr std::size_t kKept = 64;
  static constexpr std::size_t kKeptBytes = std::size_t{1} << 26;
  struct Kept {
    std::string doc;
    std::unique_ptr<DocumentText> text;  ///< nullptr: known to be absent
  };
  Source source_;
  std::deque<Kept> kept_;
  std::size_t kept_bytes_ = 0;
};

/// Documents that are plain files of a folder: DOC, or DOC with .txt or .md behind it.
DocumentTexts::Source texts_in_folder(std::string folder);

/// Documents of a collection, which must outlive the source.
DocumentTexts::Source texts_in_collection(const Collection& collection);

/// How long the texts of a source are, each read once. May be asked from several threads.
DocumentLengths lengths_of(DocumentTexts::Source source);

}  // namespace fovea
