// How a reader goes through an article until tolerance to irrelevance (T2I) is used up.
//
// The retrieved passages are read in document order, then everything that was not retrieved, from the
// beginning of the document, in document order. Irrelevant characters are counted; when they reach T, reading
// stops: a passage is cut there, and relevant text behind that point is not read. The score is the share of
// relevant characters among those read (INEX 2010 overview, section on evaluation measures).
#pragma once

#include <algorithm>
#include <cstdint>

#include "text/span_set.h"

namespace fovea {

/// One reader of one article. Visit is called as visit(Span, bool relevant, bool retrieved) for every stretch
/// that is read, in reading order; stretches are never empty.
template <class Visit>
class Reading {
 public:
  Reading(SpanView highlights, std::uint64_t tolerance, Visit visit)
      : highlights_(highlights), tolerance_(tolerance), visit_(visit) {}

  /// Irrelevant characters that stand nowhere in the text are read before all others.
  void read_unplaced(std::uint64_t characters) {
    irrelevant_ = std::min(tolerance_, irrelevant_ + characters);
  }

  /// `retrieved` is sorted and disjoint; `length` is the document's.
  void read(SpanView retrieved, Offset length) {
    for (const Span part : retrieved) {
      if (!read_part(part, true)) return;
    }
    Offset at = 0;
    for (const Span part : retrieved) {
      if (!read_part({at, std::min(part.begin, length)}, false)) return;
      at = part.end;
    }
    read_part({at, length}, false);
  }

  std::uint64_t relevant() const { return relevant_; }
  std::uint64_t irrelevant() const { return irrelevant_; }
  /// Whether tolerance ran out before the text did.
  bool stopped() const { return irrelevant_ == tolerance_; }
  double score() const {
    return relevant_ == 0 ? 0 : static_cast<double>(relevant_) / static_cast<double>(relevant_ + irrelevant_);
  }

 private:
  /// Reads on through `part`; false when tolerance is used up.
  bool read_part(Span part, bool retrieved) {
    const auto* highlight = std::lower_bound(highlights_.data(), highlights_.data() + highlights_.size(),
                                             part.begin, [](Span span, Offset at) { return span.end <= at; });
    const auto* const last = highlights_.data() + highlights_.size();
    while (!part.empty()) {
      if (stopped()) return false;
      const bool inside = highlight != last && highlight->begin <= part.begin;
      Offset end = part.end;
      if (inside) {
        end = std::min(end, highlight->end);
        relevant_ += end - part.begin;
        ++highlight;
      } else {
        if (highlight != last) end = std::min(end, highlight->begin);
        const auto bearable = std::min<std::uint64_t>(end - part.begin, tolerance_ - irrelevant_);
        end = part.begin + static_cast<Offset>(bearable);
        irrelevant_ += bearable;
      }
      visit_(Span{part.begin, end}, inside, retrieved);
      part.begin = end;
    }
    return !stopped();
  }

  SpanView highlights_;
  std::uint64_t tolerance_;
  Visit visit_;
  std::uint64_t relevant_ = 0;
  std::uint64_t irrelevant_ = 0;
};

}  // namespace fovea
