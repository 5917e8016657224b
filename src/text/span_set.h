// A set of characters of one document, kept as the fewest possible spans.
//
// Invariant: spans are sorted, non-empty, disjoint and never adjacent ([0,5) and [5,9) are stored as
// [0,9)). Hence equal sets compare equal, and every question of overlap is one merge of two sorted lists.
// The free functions take any such sorted list (SpanView), so that judgements packed in one big vector can
// be asked without building a SpanSet.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

#include "text/span.h"

namespace fovea {

/// A borrowed list of spans that keeps SpanSet's invariant.
using SpanView = std::span<const Span>;

class SpanSet {
 public:
  SpanSet() = default;
  /// From spans in any order, overlapping or empty ones included.
  explicit SpanSet(std::vector<Span> spans);
  SpanSet(std::initializer_list<Span> spans) : SpanSet(std::vector<Span>(spans)) {}

  bool empty() const { return spans_.empty(); }

  /// A set converts to a SpanView by itself, being a contiguous range of spans.
  SpanView spans() const { return spans_; }
  auto begin() const { return spans_.begin(); }
  auto end() const { return spans_.end(); }

  friend bool operator==(const SpanSet&, const SpanSet&) = default;

 private:
  std::vector<Span> spans_;
};

/// The first span with a character at or behind `offset`.
inline SpanView::iterator first_behind(SpanView set, Offset offset) {
  return std::lower_bound(set.begin(), set.end(), offset,
                          [](Span span, Offset at) { return span.end <= at; });
}
/// Number of characters.
std::uint64_t character_count(SpanView set);
/// Number of characters in both.
std::uint64_t intersection_size(SpanView a, SpanView b);
std::uint64_t intersection_size(SpanView set, Span span);
/// Whether some character is in both.
bool overlap(SpanView set, Span span);

SpanSet unite(SpanView a, SpanView b);
SpanSet intersect(SpanView a, SpanView b);
/// The characters of `a` that are not in `b`.
SpanSet subtract(SpanView a, SpanView b);

/// Brings spans in any order into SpanSet's invariant, in place; returns how many remain at the front.
std::size_t normalise(std::span<Span> spans);

}  // namespace fovea
