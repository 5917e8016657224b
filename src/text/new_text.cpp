#include "text/new_text.h"

#include <algorithm>
#include <numeric>

namespace fovea {

void NewText::cut(std::span<const Span> spans) {
  cuts_.clear();
  for (const Span span : spans) {
    if (span.empty()) continue;
    cuts_.push_back(span.begin);
    cuts_.push_back(span.end);
  }
  std::sort(cuts_.begin(), cuts_.end());
  cuts_.erase(std::unique(cuts_.begin(), cuts_.end()), cuts_.end());
  next_.resize(cuts_.size());
  std::iota(next_.begin(), next_.end(), 0U);
}

void NewText::count_marked(SpanView marked) {
  marked_before_.assign(cuts_.size(), 0);
  if (cuts_.empty()) return;
  auto span = std::lower_bound(marked.begin(), marked.end(), cuts_.front(),
                               [](Span one, Offset at) { return one.end <= at; });
  std::uint64_t before = 0;
  for (std::size_t i = 1; i < cuts_.size(); ++i) {
    const Span piece{cuts_[i - 1], cuts_[i]};
    for (; span != marked.end() && span->begin < piece.end; ++span) {
      before += intersect(*span, piece).size();
      if (span->end > piece.end) break;
    }
    marked_before_[i] = before;
  }
}

std::size_t NewText::first_free(std::size_t piece) {
  while (next_[piece] != piece) {
    next_[piece] = next_[next_[piece]];
    piece = next_[piece];
  }
  return piece;
}

std::span<const AddedText> NewText::of(std::span<const Span> spans, SpanView marked) {
  cut(spans);
  count_marked(marked);
  added_.assign(spans.size(), {});
  for (std::size_t i = 0; i < spans.size(); ++i) {
    if (spans[i].empty()) continue;
    const auto first = std::lower_bound(cuts_.begin(), cuts_.end(), spans[i].begin);
    std::size_t piece = first_free(static_cast<std::size_t>(first - cuts_.begin()));
    for (; cuts_[piece] < spans[i].end; piece = first_free(piece)) {
      added_[i].characters += cuts_[piece + 1] - cuts_[piece];
      added_[i].marked += marked_before_[piece + 1] - marked_before_[piece];
      next_[piece] = static_cast<std::uint32_t>(piece + 1);
    }
  }
  return added_;
}

}  // namespace fovea
