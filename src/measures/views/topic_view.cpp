#include "measures/views/topic_view.h"

#include <algorithm>

#include "measures/highlights/reading.h"

namespace fovea {

void TopicView::start(const TopicJudgements& judgements, std::span<const Result> results,
                      std::span<const std::uint32_t> later_blocks) {
  judgements_ = &judgements;
  results_ = results;
  later_blocks_ = later_blocks;
  unknown_text_ = nullptr;
  foreign_chunks_ = 0;
  ranking_ready_ = documents_ready_ = judged_ready_ = groups_ready_ = false;
  retrieved_ready_ = curve_ready_ = graded_ready_ = false;
  for (Scored& scored : scored_) scored.ready = false;
}

std::span<const Article> TopicView::articles() {
  if (!ranking_ready_) {
    ranking_.build(*judgements_, results_);
    ranking_ready_ = true;
  }
  return ranking_.articles();
}

DocumentRanking& TopicView::documents() {
  if (!documents_ready_) {
    documents_.build(*judgements_, articles(), knowledge_.judged_only);
    documents_ready_ = true;
  }
  return documents_;
}

DocumentRanking& TopicView::judged_documents() {
  if (knowledge_.judged_only) return documents();
  if (!judged_ready_) {
    judged_.build(*judgements_, articles(), true);
    judged_ready_ = true;
  }
  return judged_;
}

GroupViews& TopicView::groups() {
  if (!groups_ready_) {
    groups_.start(*judgements_, articles(), results_, knowledge_.judged_only);
    groups_ready_ = true;
  }
  return groups_;
}

GradedView& TopicView::graded() {
  if (graded_ready_) return graded_;
  graded_ready_ = true;
  if (graded_judgements_ != nullptr) {
    graded_.reset(graded_judgements_->base(judgements_->topic()), results_, *graded_judgements_);
  } else {
    own_base_ = base_from_paths(*judgements_);
    graded_.reset(own_base_, results_);
  }
  return graded_;
}

std::span<const std::uint32_t> TopicView::results_of(std::size_t article) {
  articles();
  return ranking_.results_of(article);
}

Span TopicView::span_of(std::size_t result, const Article& article) {
  Span span = results_[result].span;
  switch (results_[result].kind) {
    case ResultKind::kDocument:
      if (span.end == kMaxOffset) {
        const std::optional<Offset> length = length_of(article.doc, article.judged);
        if (!length) miss_text(result);
        span.end = length.value_or(0);
      }
      break;
    case ResultKind::kElement:
    case ResultKind::kRange:
      if (!knowledge_.elements_resolved) miss_text(result);
      break;
    case ResultKind::kPassage:
    case ResultKind::kUnresolved:
      break;
  }
  return span;
}

bool TopicView::unplaced(std::size_t result) {
  if (results_[result].kind != ResultKind::kUnresolved) return false;
  if (!knowledge_.lenient) miss_text(result);
  return true;
}

Offset TopicView::entry_of(std::size_t result) {
  const bool element =
      results_[result].kind == ResultKind::kElement || results_[result].kind == ResultKind::kRange;
  if (element && !knowledge_.elements_resolved) miss_text(result);
  return results_[result].span.begin;
}

void TopicView::miss_text(std::size_t result) {
  if (unknown_text_ == nullptr) unknown_text_ = &results_[result];
}

std::optional<Offset> TopicView::length_of(std::string_view doc, const JudgedDocument* judged) const {
  if (judged != nullptr && judged->length) return judged->length;
  return knowledge_.length ? knowledge_.length(doc) : std::nullopt;
}

Offset TopicView::needed_length(const Article& article) {
  const std::optional<Offset> length = length_of(article.doc, article.judged);
  if (!length) miss_text(article.first_result);
  return length.value_or(0);
}

const RetrievedText& TopicView::retrieved_text() {
  if (!retrieved_ready_) {
    retrieved_.build(*this);
    retrieved_ready_ = true;
  }
  return retrieved_;
}

const CharacterCurve& TopicView::curve() {
  if (!curve_ready_) {
    curve_.build(*this);
    curve_ready_ = true;
  }
  return curve_;
}

std::span<const double> TopicView::article_scores(const ArticleScore& score) {
  auto found = std::find_if(scored_.begin(), scored_.end(),
                            [&](const Scored& scored) { return scored.score == score; });
  if (found == scored_.end()) found = scored_.insert(scored_.end(), Scored{score, {}, false});
  if (!found->ready) {
    found->values.assign(articles().size(), 0.0);
    for (const std::uint32_t a : relevant_articles()) found->values[a] = score_article(score, a);
    found->ready = true;
  }
  return found->values;
}

double TopicView::score_article(const ArticleScore& score, std::size_t a) {
  const Article& article = ranking_.articles()[a];
  if (score.kind == ArticleScore::Kind::kBep) {
    if (!article.judged->bep || unplaced(article.first_result)) return 0;
    return bep_score(entry_of(article.first_result), *article.judged->bep, score.value);
  }
  const SpanView highlights = judgements_->highlights(*article.judged);
  const SpanView retrieved = retrieved_text().of(a);
  const std::uint64_t unplaced = retrieved_.unplaced(a);
  if (score.kind == ArticleScore::Kind::kF) {
    return f_score(intersection_size(highlights, retrieved), character_count(retrieved) + unplaced,
                   character_count(highlights), score.value);
  }
  const Offset length = needed_length(article);
  Reading reading(highlights, static_cast<std::uint64_t>(score.value), [](Span, bool, bool) {});
  reading.read_unplaced(unplaced);
  reading.read(retrieved, length);
  return reading.score();
}

}  // namespace fovea
