#include "evaluate/compat/inex_articles.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <map>

namespace fovea {

void ListedHighlights::Edges::sort() {
  std::ranges::sort(at);
  sums.reserve(at.size() + 1);
  std::uint64_t sum = 0;
  for (const Offset edge : at) {
    sums.push_back(sum);
    sum += edge;
  }
  sums.push_back(sum);
}

std::uint64_t ListedHighlights::Edges::before(Offset offset) const {
  const auto count = static_cast<std::size_t>(std::ranges::lower_bound(at, offset) - at.begin());
  return count * std::uint64_t{offset} - sums[count];
}

ListedHighlights::ListedHighlights(SpanView passages) {
  for (const Span passage : passages) {
    begins_.at.push_back(passage.begin);
    ends_.at.push_back(passage.end);
  }
  begins_.sort();
  ends_.sort();
}

std::vector<InexArticle> inex_articles(TopicView& topic) {
  std::vector<InexArticle> articles;
  absl::flat_hash_map<std::string_view, std::size_t> known;
  auto block = topic.later_blocks().begin();
  for (std::uint32_t i = 0; i < topic.results().size(); ++i) {
    if (block != topic.later_blocks().end() && i == *block) {
      known.clear();
      ++block;
    }
    const std::string_view doc = topic.results()[i].doc;
    const auto [place, fresh] = known.try_emplace(doc, articles.size());
    if (fresh) {
      articles.push_back({{doc, topic.judgements().find(doc), i, 0}, {}});
    }
    InexArticle& article = articles[place->second];
    ++article.article.result_count;
    article.results.push_back(i);
  }
  return articles;
}

namespace {

/// Text that was retrieved before, as it grows.
class SeenText {
 public:
  /// Visits the parts of `span` that were not there, and adds them.
  template <class Visit>
  void add(Span span, const Visit& visit) {
    if (span.empty()) return;
    // From the first known stretch that touches the span; all that do become one with it.
    auto known = seen_.upper_bound(span.begin);
    if (known != seen_.begin() && std::prev(known)->second >= span.begin) --known;
    Span whole = span;
    Offset at = span.begin;
    while (known != seen_.end() && known->first <= span.end) {
      if (known->first > at) visit(Span{at, known->first});
      at = std::max(at, known->second);
      whole = {std::min(whole.begin, known->first), std::max(whole.end, known->second)};
      known = seen_.erase(known);
    }
    if (at < span.end) visit(Span{at, span.end});
    seen_.emplace(whole.begin, whole.end);
  }

 private:
  std::map<Offset, Offset> seen_;  ///< begin to end, disjoint
};

}  // namespace

std::vector<CurvePoint> inex_added(TopicView& topic, std::span<const InexArticle> articles, bool once) {
  std::vector<CurvePoint> added(topic.results().size());
  for (const InexArticle& article : articles) {
    const bool relevant = article.relevant();
    const ListedHighlights highlighted(relevant ? topic.judgements().highlights(*article.article.judged)
                                                : SpanView());
    SeenText seen;
    for (const std::uint32_t i : article.results) {
      if (topic.unplaced(i)) {
        added[i] = {0, once && relevant ? 0 : kUnplacedCharacters};
        continue;
      }
      const Span span = topic.span_of(i, article.article);
      if (once && relevant) {
        seen.add(span, [&](Span part) {
          added[i].relevant += highlighted.in(part);
          added[i].retrieved += part.size();
        });
      } else {
        added[i] = {highlighted.in(span), span.empty() ? 0 : span.size()};
      }
    }
  }
  return added;
}

namespace {

/// Reads until tolerance is used up.
class InexReading {
 public:
  InexReading(SpanView highlights, std::uint64_t tolerance)
      : highlights_(highlights), tolerance_(tolerance) {}

  /// False when reading is over, which it is from the beginning with a tolerance of 0.
  bool read(Span part) {
    if (irrelevant_ == tolerance_) return false;
    auto highlight = std::lower_bound(highlights_.begin(), highlights_.end(), part.begin,
                                      [](Span span, Offset at) { return span.end <= at; });
    while (part.begin < part.end) {
      const bool inside = highlight != highlights_.end() && highlight->begin <= part.begin;
      Offset end = part.end;
      if (inside) {
        end = std::min(end, highlight->end);
        relevant_ += end - part.begin;
        ++highlight;
      } else {
        if (highlight != highlights_.end()) end = std::min(end, highlight->begin);
        irrelevant_ = std::min(tolerance_, irrelevant_ + (end - part.begin));
        if (irrelevant_ == tolerance_) return false;
      }
      part.begin = end;
    }
    return true;
  }

  double score() const {
    return relevant_ == 0 ? 0 : static_cast<double>(relevant_) / static_cast<double>(relevant_ + irrelevant_);
  }

 private:
  SpanView highlights_;
  std::uint64_t tolerance_;
  std::uint64_t relevant_ = 0;
  std::uint64_t irrelevant_ = 0;
};

/// The retrieved passages, then what lies before, between and behind them.
void read_all(InexReading& reading, const SpanSet& retrieved, Offset length) {
  for (const Span part : retrieved) {
    if (!reading.read(part)) return;
  }
  Offset at = 0;
  for (const Span part : retrieved) {
    if (!reading.read({at, part.begin})) return;
    at = part.end;
  }
  reading.read({at, std::max(at, length)});
}

}  // namespace

double inex_t2i(TopicView& topic, const InexArticle& article, std::uint64_t tolerance) {
  if (!article.relevant()) return 0;
  const JudgedDocument& judged = *article.article.judged;
  const SpanView listed = topic.judgements().highlights(judged);
  const SpanSet highlights(std::vector<Span>(listed.begin(), listed.end()));
  std::vector<Span> spans;
  for (const std::uint32_t i : article.results) {
    if (!topic.unplaced(i)) spans.push_back(topic.span_of(i, article.article));
  }
  InexReading reading(highlights, tolerance);
  read_all(reading, SpanSet(std::move(spans)), topic.needed_length(article.article));
  return reading.score();
}

}  // namespace fovea
