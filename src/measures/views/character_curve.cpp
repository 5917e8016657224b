#include "measures/views/character_curve.h"

#include "measures/views/topic_view.h"

namespace fovea {

namespace {

SpanView highlights_of(const TopicView& topic, const Article& article) {
  return article.judged == nullptr ? SpanView() : topic.judgements().highlights(*article.judged);
}

/// Adds the highlighted part of `span` to `seen`; returns how many of its characters are new.
std::uint64_t insert_highlighted(SpanView highlights, Span span, SpanSet& seen) {
  std::uint64_t added = 0;
  for (const Span highlight : highlights) {
    if (highlight.begin >= span.end) break;
    added += seen.insert(intersect(highlight, span));
  }
  return added;
}

}  // namespace

void CharacterCurve::build(TopicView& topic) {
  const std::span<const Article> articles = topic.articles();
  points_.resize(topic.results().size());
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
  if (article.result_count == 1 && !topic.unplaced(article.first_result)) {
    const Span span = topic.span_of(article.first_result, article);
    points_[article.first_result] = {intersection_size(highlights, span), span.empty() ? 0 : span.size()};
    return;
  }
  seen_.clear();
  seen_relevant_.clear();
  for (const std::uint32_t i : topic.results_of(a)) {
    if (topic.unplaced(i)) {
      points_[i] = {0, kUnplacedCharacters};
      continue;
    }
    const Span span = topic.span_of(i, article);
    points_[i] = {insert_highlighted(highlights, span, seen_relevant_), seen_.insert(span)};
  }
}

}  // namespace fovea
