#include "text/span_set.h"

#include <algorithm>

namespace fovea {

namespace {

/// The first span that ends at or after `offset`: the first one that a span beginning there could join.
template <class Spans>
auto first_reaching(Spans& spans, Offset offset) {
  return std::lower_bound(spans.begin(), spans.end(), offset,
                          [](const Span& span, Offset at) { return span.end < at; });
}

}  // namespace

std::size_t normalise(std::span<Span> spans) {
  std::sort(spans.begin(), spans.end(), [](Span a, Span b) { return a.begin < b.begin; });
  std::size_t kept = 0;
  for (const Span span : spans) {
    if (span.empty()) continue;
    if (kept > 0 && span.begin <= spans[kept - 1].end) {
      spans[kept - 1].end = std::max(spans[kept - 1].end, span.end);
    } else {
      spans[kept++] = span;
    }
  }
  return kept;
}

SpanSet::SpanSet(std::vector<Span> spans) : spans_(std::move(spans)) {
  spans_.resize(normalise(spans_));
}

Offset SpanSet::insert(Span span) {
  if (span.empty()) return 0;
  if (spans_.empty() || spans_.back().end < span.begin) {
    spans_.push_back(span);
    return span.size();
  }
  const auto first = first_reaching(spans_, span.begin);
  auto last = first;
  Offset seen = 0;
  Span joined = span;
  for (; last != spans_.end() && last->begin <= span.end; ++last) {
    seen += intersect(*last, span).size();
    joined.begin = std::min(joined.begin, last->begin);
    joined.end = std::max(joined.end, last->end);
  }
  if (first == last) {
    spans_.insert(first, span);
  } else {
    *first = joined;
    spans_.erase(first + 1, last);
  }
  return span.size() - seen;
}

bool SpanSet::contains(Offset offset) const {
  return contains(Span{offset, offset + 1});
}

bool SpanSet::contains(Span span) const {
  if (span.empty()) return true;
  const auto it = first_reaching(spans_, span.end);
  return it != spans_.end() && it->contains(span);
}

std::uint64_t character_count(SpanView set) {
  std::uint64_t total = 0;
  for (const Span span : set) total += span.size();
  return total;
}

std::uint64_t intersection_size(SpanView a, SpanView b) {
  std::uint64_t total = 0;
  auto i = a.begin();
  auto j = b.begin();
  while (i != a.end() && j != b.end()) {
    total += intersect(*i, *j).size();
    if (i->end < j->end) {
      ++i;
    } else {
      ++j;
    }
  }
  return total;
}

std::uint64_t intersection_size(SpanView set, Span span) {
  std::uint64_t total = 0;
  for (auto it = first_reaching(set, span.begin); it != set.end() && it->begin < span.end; ++it) {
    total += intersect(*it, span).size();
  }
  return total;
}

bool overlap(SpanView set, Span span) {
  const auto it =
      std::lower_bound(set.begin(), set.end(), span.begin, [](Span one, Offset at) { return one.end <= at; });
  return it != set.end() && it->overlaps(span);
}

SpanSet unite(SpanView a, SpanView b) {
  std::vector<Span> all(a.begin(), a.end());
  all.insert(all.end(), b.begin(), b.end());
  return SpanSet(std::move(all));
}

SpanSet intersect(SpanView a, SpanView b) {
  std::vector<Span> common;
  auto i = a.begin();
  auto j = b.begin();
  while (i != a.end() && j != b.end()) {
    if (const Span span = intersect(*i, *j); !span.empty()) common.push_back(span);
    if (i->end < j->end) {
      ++i;
    } else {
      ++j;
    }
  }
  return SpanSet(std::move(common));
}

SpanSet subtract(SpanView a, SpanView b) {
  std::vector<Span> rest;
  auto j = b.begin();
  for (Span span : a) {
    while (j != b.end() && j->end <= span.begin) ++j;
    for (auto k = j; k != b.end() && k->begin < span.end; ++k) {
      if (span.begin < k->begin) rest.push_back({span.begin, k->begin});
      span.begin = std::min(span.end, k->end);
    }
    if (!span.empty()) rest.push_back(span);
  }
  return SpanSet(std::move(rest));
}

}  // namespace fovea
