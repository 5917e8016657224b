// Parts of an answer, as they travel between shards: the best articles of a part of the collection, and the units of the
// first of them with all that a selection must know. docs/specs/partial.md describes the bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runs/run.h"
#include "search/query/article_hits.h"
#include "text/span.h"

namespace fovea::search {

/// A result: a document, or a part of it.
struct Answer {
  std::string id;
  double score = 0;
  /// Characters; those of a whole document end at kMaxOffset where nobody asked for its length.
  Span span{0, kMaxOffset};
  ResultKind kind = ResultKind::kDocument;
  /// In the catalogue's tree; of a range the first and the last.
  std::uint32_t element = 0;
  std::uint32_t last_element = 0;

  friend bool operator==(const Answer&, const Answer&) = default;
};

/// A part of an article, from candidate to selection. Small and flat: selections sort many.
struct Unit {
  UnitWords words{};  ///< `element` only while its article is being read
  Span span{};
  std::uint32_t element = kNoElement;       ///< in the catalogue's tree; kNoElement: a passage
  std::uint32_t last_element = kNoElement;  ///< of a selected range; of other selected units as `element`
  std::uint32_t parent = kNoElement;        ///< where asked for, and the element after it
  std::uint32_t next = kNoElement;
  std::uint32_t article = 0;  ///< of a selected unit: its place in Partial::articles
  double score = 0;

  friend bool operator==(const Unit&, const Unit&) = default;
};

/// An element that has units inside, where a selection asks for it.
struct UnitFrame {
  std::uint32_t element = 0;
  std::uint32_t parent = kNoElement;
  std::uint32_t first_word = 0;
  Span span;

  friend bool operator==(const UnitFrame&, const UnitFrame&) = default;
};

struct ArticleUnits {
  Offset hit = 0;  ///< where the sentence of the first hit begins
  std::vector<Unit> units;
  /// Of which scores are made when all units are known: as many for each unit, one unit after the other.
  std::vector<double> values;
  std::vector<UnitFrame> frames;
  std::vector<double> best;  ///< of a castitle: per about(), the largest score in the article

  std::size_t values_each() const { return units.empty() ? 0 : values.size() / units.size(); }
  std::span<const double> values_of(std::size_t unit) const {
    return std::span(values).subspan(unit * values_each(), values_each());
  }

  friend bool operator==(const ArticleUnits&, const ArticleUnits&) = default;
};

/// The best documents of a part of the collection, best first.
struct Partial {
  std::vector<Answer> articles;
  /// Of the first articles, in the same order.
  std::vector<ArticleUnits> units;
  std::uint64_t postings_read = 0;

  friend bool operator==(const Partial&, const Partial&) = default;
};

/// The byte form.
std::string to_bytes(const Partial& partial);
/// Throws CorruptFile when they are none.
Partial partial_from_bytes(std::string_view bytes);

}  // namespace fovea::search
