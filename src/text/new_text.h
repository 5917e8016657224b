// What each of several spans of one document adds to those before it.
//
// A ranked list may return the same text many times, and only the first time counts. The spans cut the document
// into pieces; each piece goes to the first span that covers it and is never looked at again. With n spans and m
// marked ones that costs n log n + m, however the spans overlap: a set that grew span by span would cost n² where
// they come in reverse, and looking at the marked spans again for every span n · m.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "text/span_set.h"

namespace fovea {

struct AddedText {
  std::uint64_t characters = 0;  ///< that no span before has
  std::uint64_t marked = 0;      ///< those of them that are marked

  friend bool operator==(const AddedText&, const AddedText&) = default;
};

/// Keeps its memory from one use to the next.
class NewText {
 public:
  /// One answer per span; an empty one adds nothing. Good until the next call.
  std::span<const AddedText> of(std::span<const Span> spans, SpanView marked = {});

 private:
  void cut(std::span<const Span> spans);
  void count_marked(SpanView marked);
  /// The first piece from `piece` on that has not gone to a span.
  std::size_t first_free(std::size_t piece);

  std::vector<Offset> cuts_;                  ///< piece i reaches from one to the next
  std::vector<std::uint64_t> marked_before_;  ///< per cut
  std::vector<std::uint32_t> next_;           ///< per piece: itself, or one nearer to the next free one
  std::vector<AddedText> added_;
};

}  // namespace fovea
