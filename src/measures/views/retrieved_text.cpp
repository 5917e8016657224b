#include "measures/views/retrieved_text.h"

#include "measures/views/topic_view.h"

namespace fovea {

void RetrievedText::build(TopicView& topic) {
  const std::span<const Article> articles = topic.articles();
  parts_.assign(articles.size(), Part{});
  spans_.clear();
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
    spans_.resize(part.first + normalise(std::span(spans_).subspan(part.first)));
    part.count = static_cast<std::uint32_t>(spans_.size()) - part.first;
  }
}

}  // namespace fovea
