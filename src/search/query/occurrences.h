// Where a term of a query stands: its documents one after the other, and in each the words that it covers.
//
// A word covers itself. A phrase covers its words from the first to the last: adjacent ones, or with up to
// QueryTerm::insertions other words in each gap; of several ways from one first word the shortest counts.
#pragma once

#include <cstdint>
#include <vector>

#include "search/index/index.h"
#include "search/index/positions.h"
#include "search/query/query.h"

namespace fovea::search {

/// Words [first, end) of a document.
struct WordInterval {
  std::uint32_t first = 0;
  std::uint32_t end = 0;

  friend bool operator==(const WordInterval&, const WordInterval&) = default;
};

class Occurrences {
 public:
  /// An index with positions; it must outlive this. Not for tags.
  Occurrences(const Index& index, const QueryTerm& term);

  /// kNoDocument behind the last.
  DocumentNumber document() const { return document_; }
  void next();
  /// To the first document at or behind `document`.
  void seek(DocumentNumber document);
  /// In the current document, ascending; at least one.
  const std::vector<WordInterval>& where() const { return where_; }

 private:
  struct Word {
    std::uint32_t offset;  ///< from the first word
    PostingCursor cursor;
    PositionReader positions;
    std::vector<std::uint32_t> where;
  };

  /// To the first document, from where the cursors stand, that has the term.
  void find();
  bool align();
  void match();

  std::uint32_t insertions_;
  std::vector<Word> words_;
  DocumentNumber document_ = kNoDocument;
  std::vector<WordInterval> where_;
};

}  // namespace fovea::search
