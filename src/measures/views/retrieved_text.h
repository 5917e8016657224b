// The text retrieved from each relevant article: the union of its results.
//
// Articles without relevance score 0 whatever was retrieved from them, so nothing is kept for those.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "text/span_set.h"

namespace fovea {

class TopicView;

/// A result whose place in the text is unknown counts as so many irrelevant characters at no place, as the
/// official INEX tool has it.
inline constexpr std::uint64_t kUnplacedCharacters = 18;

class RetrievedText {
 public:
  void build(TopicView& topic);

  /// Sorted, disjoint.
  SpanView of(std::size_t article) const {
    return SpanView(spans_).subspan(parts_[article].first, parts_[article].count);
  }
  /// Irrelevant characters at no place.
  std::uint64_t unplaced(std::size_t article) const { return parts_[article].unplaced; }

  /// Whether results of a relevant article overlap or end behind it: perhaps something is wrong with the run.
  bool suspicious() const { return suspicious_; }

 private:
  struct Part {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    std::uint64_t unplaced = 0;
  };
  std::vector<Part> parts_;  ///< by article
  std::vector<Span> spans_;
  bool suspicious_ = false;
};

}  // namespace fovea
