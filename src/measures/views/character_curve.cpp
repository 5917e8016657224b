#include "measures/views/character_curve.h"

#include "measures/views/topic_view.h"

namespace fovea {

namespace {

SpanView highlights_of(const TopicView& topic, const Article& article) {
  return article.judged == nullptr ? SpanView() : topic.judgements().highlights(*article.judged);
}

/// Where a judged document ends, as far as that is known.
Offset known_end(const TopicView& topic, const Article& article) {
  return article.judged == nullptr ? kMaxOffset
                                   : topic.length_of(article.doc, article.judged).value_or(kMaxOffset);
}

}  // namespace

void CharacterCurve::build(TopicView& topic) {
  const std::span<const Article> articles = topic.articles();
  points_.resize(topic.results().size());
  suspicious_ = false;
  for (std::size_t a = 0; a < articles.size(); ++a) add_article(topic, a);

  steps_.clear();
  CurvePoint sum;
  for (CurvePoint& point : points_) {
    sum.retrieved += point.retrieved;
    if (point.relevant > 0) {
      sum.relevant += point.relevant;
      steps_.push_back(sum);
    }
    point = sum;
  }
}

/// Leaves at the points of its results what each of them adds.
void CharacterCurve::add_article(TopicView& topic, std::size_t a) {
  const Article& article = topic.articles()[a];
  const SpanView highlights = highlights_of(topic, article);
  const Offset length = known_end(topic, article);
  if (article.result_count == 1 && !topic.unplaced(article.first_result)) {
    const Span span = topic.span_of(article.first_result, article);
    points_[article.first_result] = {intersection_size(highlights, span), span.empty() ? 0 : span.size()};
    if (span.end > length) suspicious_ = true;
    return;
  }
  spans_.clear();
  for (const std::uint32_t i : topic.results_of(a)) {
    spans_.push_back(topic.unplaced(i) ? Span{} : topic.span_of(i, article));
  }
  const AddedText* added = new_text_.of(spans_, highlights).data();
  const Span* span = spans_.data();
  for (const std::uint32_t i : topic.results_of(a)) {
    points_[i] = {added->marked, topic.unplaced(i) ? kUnplacedCharacters : added->characters};
    if (span->end > length || (added->characters == 0 && !span->empty())) suspicious_ = true;
    ++added;
    ++span;
  }
}

}  // namespace fovea
