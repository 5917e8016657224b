#include "text/new_text.h"

#include <algorithm>
#include <numeric>

namespace fovea {

namespace {

/// Whether they are few, and no two of them overlap: the usual case, in which each adds all that it is.
bool few_and_apart(std::span<const Span> spans) {
  constexpr std::size_t kFew = 8;
  if (spans.size() > kFew) return false;
  for (std::size_t i = 1; i < spans.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (spans[i].overlaps(spans[j])) return false;
    }
  }
  return true;
}

}  // namespace

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
  auto span = first_behind(marked, cuts_.front());
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
  added_.assign(spans.size(), {});
  if (few_and_apart(spans)) {
    for (std::size_t i = 0; i < spans.size(); ++i) {
      if (!spans[i].empty()) added_[i] = {spans[i].size(), intersection_size(marked, spans[i])};
    }
    return added_;
  }
  cut(spans);
  count_marked(marked);
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
