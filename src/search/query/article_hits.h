// One article as models of elements see it: its elements, and where the terms of a query stand in them.
//
// An element is an interval of words, and so is a window; a term counts in both when all of its words lie inside. One pass
// over the hits with a stack of open elements finds the innermost element of each; sums upwards are the counts of all.
#pragma once

#include <cstdint>
#include <vector>

#include "search/index/index.h"
#include "search/query/occurrences.h"

namespace fovea::search {

inline constexpr std::uint32_t kNoElement = UINT32_MAX;

/// Words [first, end) of an article.
struct UnitWords {
  std::uint32_t first = 0;
  std::uint32_t end = 0;
  /// Its place in ArticleHits::elements; kNoElement for a passage.
  std::uint32_t element = kNoElement;

  friend bool operator==(const UnitWords&, const UnitWords&) = default;
};

struct ArticleHits {
  DocumentNumber document = kNoDocument;
  std::uint32_t length = 0;  ///< indexed words
  /// Those with words, in document order; the first is the root.
  std::vector<ElementWords> elements;
  /// Places in `elements`; kNoElement for the root.
  std::vector<std::uint32_t> parents;
  /// Per term, ascending.
  std::vector<std::vector<WordInterval>> hits;
  /// Per term and hit: the place of the innermost element that holds it.
  std::vector<std::vector<std::uint32_t>> innermost;
  /// Per element and term.
  std::vector<std::uint32_t> tfs;

  std::size_t terms() const { return hits.size(); }
  UnitWords unit(std::uint32_t element) const;
  UnitWords whole() const { return unit(0); }
  std::uint32_t tf(const UnitWords& unit, std::size_t term) const;
  /// l: indexed words of the article, all words of its parts. (They differ where the index has a stop list.)
  double length_of(const UnitWords& unit) const;
  /// Behind the last element inside `element`.
  std::uint32_t subtree_end(std::uint32_t element) const;
  /// Counts what `hits` and `elements` imply: `innermost` and `tfs`.
  void count();
};

/// The hits of a term that lie in [first, end): [begin, end) of `hits`.
struct HitRange {
  std::size_t begin = 0;
  std::size_t end = 0;
};
HitRange hits_from(const std::vector<WordInterval>& hits, const UnitWords& unit);

/// Reads articles of one index, in ascending order.
class ArticleReader {
 public:
  /// An index with positions; it must outlive this. `terms` are no tags.
  ArticleReader(const Index& index, const std::vector<QueryTerm>& terms);

  void read(DocumentNumber document, ArticleHits& article);

 private:
  const Index& index_;
  std::vector<Occurrences> occurrences_;
};

}  // namespace fovea::search
