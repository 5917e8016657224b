#include "measures/views/retrieved_text.h"

#include "measures/views/topic_view.h"

namespace fovea {

namespace {

std::uint64_t returned_characters(std::span<const Span> spans) {
  std::uint64_t sum = 0;
  for (const Span span : spans) sum += span.empty() ? 0 : span.size();
  return sum;
}

}  // namespace

void RetrievedText::build(TopicView& topic) {
  const std::span<const Article> articles = topic.articles();
  parts_.assign(articles.size(), Part{});
  spans_.clear();
  suspicious_ = false;
  for (const std::uint32_t a : topic.relevant_articles()) {
    Part& part = parts_[a];
    part.first = static_cast<std::uint32_t>(spans_.size());
    for (const std::uint32_t i : topic.results_of(a)) {
      if (topic.unplaced(i)) {
        part.unplaced += kUnplacedCharacters;
      } else {
        spans_.push_back(topic.span_of(i, articles[a]));
      }
    }
    const std::uint64_t returned = returned_characters(std::span(spans_).subspan(part.first));
    spans_.resize(part.first + normalise(std::span(spans_).subspan(part.first)));
    part.count = static_cast<std::uint32_t>(spans_.size()) - part.first;
    const Offset length = topic.length_of(articles[a].doc, articles[a].judged).value_or(kMaxOffset);
    const bool past_end = part.count > 0 && spans_.back().end > length;
    suspicious_ = suspicious_ || past_end || returned != character_count(of(a));
  }
}

}  // namespace fovea
