#include "text/span_set.h"

namespace fovea {

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
  for (auto it = first_behind(set, span.begin); it != set.end() && it->begin < span.end; ++it) {
    total += intersect(*it, span).size();
  }
  return total;
}

bool overlap(SpanView set, Span span) {
  const auto it = first_behind(set, span.begin);
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
