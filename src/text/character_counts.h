// How many characters of a set lie in a span, for many spans and one set.
//
// intersection_size() looks at every part of the set that the span covers; this costs a binary search, whatever
// the span covers, and one pass over the set before.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "text/span_set.h"

namespace fovea {

/// The set must outlive it.
class CharacterCounts {
 public:
  explicit CharacterCounts(SpanView set) : set_(set) {
    before_.reserve(set.size());
    std::uint64_t total = 0;
    for (const Span span : set) {
      before_.push_back(total);
      total += span.size();
    }
  }

  /// Number of characters of the set in `span`.
  std::uint64_t in(Span span) const { return span.empty() ? 0 : before(span.end) - before(span.begin); }

 private:
  std::uint64_t before(Offset offset) const {
    const auto behind = std::lower_bound(set_.begin(), set_.end(), offset,
                                         [](Span span, Offset at) { return span.begin < at; });
    if (behind == set_.begin()) return 0;
    const auto last = static_cast<std::size_t>(behind - set_.begin()) - 1;
    return before_[last] + std::min(offset, set_[last].end) - set_[last].begin;
  }

  SpanView set_;
  std::vector<std::uint64_t> before_;  ///< per span of the set
};

}  // namespace fovea
