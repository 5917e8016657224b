// One topic of one run against its judgements: what measures read.
//
// Derived views are made on first use and kept until the next topic, so that the cost of a set of measures is
// that of the views they share. The memory is reused from topic to topic.
//
// Contract: one TopicView per thread; judgements and results must outlive the use made of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "judgements/judgements.h"
#include "measures/article_ranking.h"
#include "measures/article_score.h"
#include "measures/character_curve.h"
#include "measures/document_ranking.h"
#include "measures/graded/graded_judgements.h"
#include "measures/graded/graded_view.h"
#include "measures/retrieved_text.h"
#include "runs/run.h"

namespace fovea {

/// What the judgements of a topic hold, whatever a run retrieved.
struct HighlightTotals {
  std::uint64_t articles = 0;    ///< with relevance
  std::uint64_t characters = 0;  ///< highlighted
};

/// Knows how long documents are of which the judgements do not say it: a collection, usually.
using DocumentLengths = std::function<std::optional<Offset>(std::string_view doc)>;

class TopicView {
 public:
  /// `relevance_level`: grades from which on a document counts as relevant. `lengths` may be empty. `graded`
  /// holds the recall bases of graded elements; without it they are made, topic by topic, from the paths in
  /// the judgements.
  explicit TopicView(int relevance_level = 1, DocumentLengths lengths = {},
                     const GradedJudgements* graded = nullptr)
      : relevance_level_(relevance_level), lengths_(std::move(lengths)), graded_judgements_(graded) {}

  /// Turns to a topic. `results` are in rank order, cut at the depth asked for; those that name elements are
  /// resolved.
  void start(const TopicJudgements& judgements, std::span<const Result> results);

  /// The judgements of the topic.
  const TopicJudgements& judgements() const { return *judgements_; }
  /// Results in rank order, cut at the depth asked for.
  std::span<const Result> results() const { return results_; }
  /// Grades from which on a document counts as relevant (trec_eval's -l).
  int relevance_level() const { return relevance_level_; }

  /// Articles in the order of their first result: first come, first served.
  std::span<const Article> articles();
  /// The articles as a ranking of documents with one grade each.
  DocumentRanking& documents();
  /// The results of an article, as indices in rank order.
  std::span<const std::uint32_t> results_of(std::size_t article);
  /// The characters of a result of `article`; those of a whole document go to its end.
  Span span_of(std::size_t result, const Article& article);

  const HighlightTotals& totals();
  /// The text retrieved from each relevant article.
  const RetrievedText& retrieved_text();
  /// S(d) of each article of the ranking.
  std::span<const double> article_scores(const ArticleScore& score);
  const CharacterCurve& curve();
  /// The results laid against the graded elements.
  GradedView& graded();

  /// A result that a measure could not be computed for, because nobody knows how long its document is:
  /// figures of this topic that were asked for since start() do not hold. nullptr when all is well.
  const Result* missing_length() const { return missing_length_; }
  /// The same for the length of an element that was returned after a part of it (cumulated gain).
  const Result* missing_size() const { return graded_ready_ ? graded_.missing_size() : nullptr; }
  /// Results that a graded measure was asked about though they are no elements.
  std::uint64_t not_elements() const { return graded_ready_ ? graded_.not_elements() : 0; }

 private:
  struct Scored {
    ArticleScore score;
    std::vector<double> values;
    bool ready = false;
  };
  std::optional<Offset> length_of(const Article& article);
  double score_article(const ArticleScore& score, std::size_t article);

  int relevance_level_;
  DocumentLengths lengths_;
  const GradedJudgements* graded_judgements_;
  const TopicJudgements* judgements_ = nullptr;
  std::span<const Result> results_;
  const Result* missing_length_ = nullptr;

  bool ranking_ready_ = false;
  bool documents_ready_ = false;
  bool totals_ready_ = false;
  bool retrieved_ready_ = false;
  bool curve_ready_ = false;
  bool graded_ready_ = false;
  ArticleRanking ranking_;
  DocumentRanking documents_;
  HighlightTotals totals_;
  RetrievedText retrieved_;
  CharacterCurve curve_;
  GradedView graded_;
  RecallBase own_base_;        ///< where there are no GradedJudgements
  std::deque<Scored> scored_;  ///< a deque: views of earlier scores stay good when another is asked for
};

}  // namespace fovea
