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
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "collection/document_lengths.h"
#include "judgements/judgements.h"
#include "measures/graded/graded_judgements.h"
#include "measures/graded/graded_view.h"
#include "measures/highlights/article_score.h"
#include "measures/views/article_ranking.h"
#include "measures/views/character_curve.h"
#include "measures/views/document_ranking.h"
#include "measures/views/group_views.h"
#include "measures/views/retrieved_text.h"
#include "runs/run.h"

namespace fovea {

class Chunking;

/// What is known about the documents that results come from, beside the judgements.
struct DocumentKnowledge {
  /// How long a document is of which the judgements do not say it: a collection, usually. May be empty.
  DocumentLengths length = {};
  /// Elements and ranges have been resolved: their spans are set.
  bool elements_resolved = false;
  /// Results at no known place count as kUnplacedCharacters irrelevant characters each.
  bool lenient = false;
  /// The chunking that runs were made of; may be nullptr.
  const Chunking* chunking = nullptr;
  /// In document measures, documents that nobody judged are left out, as if they had not been retrieved.
  bool judged_only = false;
  /// How many documents there are in all, for measures that count those neither relevant nor retrieved.
  std::uint64_t documents = 0;
};

class TopicView {
 public:
  /// `relevance_level`: grades from which on a document counts as relevant. `graded` holds the recall bases
  /// of graded elements; without it they are made, topic by topic, from the paths in the judgements.
  explicit TopicView(int relevance_level = 1, DocumentKnowledge documents = {},
                     const GradedJudgements* graded = nullptr)
      : relevance_level_(relevance_level), knowledge_(std::move(documents)), graded_judgements_(graded) {}

  /// Turns to a topic. `results` are in rank order, cut at the depth asked for. `later_blocks` as TopicResults has
  /// them, for the tool that minds.
  void start(const TopicJudgements& judgements, std::span<const Result> results,
             std::span<const std::uint32_t> later_blocks = {});

  /// The judgements of the topic.
  const TopicJudgements& judgements() const { return *judgements_; }
  /// Results in rank order, cut at the depth asked for.
  std::span<const Result> results() const { return results_; }
  std::span<const std::uint32_t> later_blocks() const { return later_blocks_; }
  /// Grades from which on a document counts as relevant (trec_eval's -l).
  int relevance_level() const { return relevance_level_; }

  /// Articles in the order of their first result: first come, first served.
  std::span<const Article> articles();
  /// Those with relevance, as indices in rank order.
  std::span<const std::uint32_t> relevant_articles() {
    articles();
    return ranking_.relevant();
  }
  /// How many articles were retrieved, and how many of them are judged; nothing where no measure asked for them.
  struct Retrieved {
    std::size_t articles = 0;
    std::size_t judged = 0;
  };
  Retrieved retrieved() const {
    return ranking_ready_ ? Retrieved{ranking_.articles().size(), ranking_.judged()} : Retrieved{};
  }
  /// Whether measures met results that are worth a closer look (evaluate/result_faults.h).
  bool suspicious() const {
    return (curve_ready_ && curve_.suspicious()) || (retrieved_ready_ && retrieved_.suspicious());
  }
  /// The articles as a ranking of documents with one grade each.
  DocumentRanking& documents();
  /// The same without the documents that nobody judged.
  DocumentRanking& judged_documents();
  /// The documents as each group of judgements sees them (judgements.h).
  GroupViews& groups();
  /// How many documents there are in all; 0 when nobody said.
  std::uint64_t collection_documents() const { return knowledge_.documents; }
  bool judged_only() const { return knowledge_.judged_only; }
  /// The results of an article, as indices in rank order.
  std::span<const std::uint32_t> results_of(std::size_t article);
  /// The characters of a result of `article`; those of a whole document go to its end. Not to be asked of a
  /// result at no place.
  Span span_of(std::size_t result, const Article& article);
  /// From the judgements, or from what else is known; `judged` may be nullptr.
  std::optional<Offset> length_of(std::string_view doc, const JudgedDocument* judged) const;
  /// The same for an article whose length a measure cannot do without.
  Offset needed_length(const Article& article);
  /// Where a result begins, for which the length of a whole document need not be known.
  Offset entry_of(std::size_t result);
  /// Whether a result stands at no known place.
  bool unplaced(std::size_t result);

  const HighlightTotals& totals() const { return judgements_->totals(); }
  /// The text retrieved from each relevant article.
  const RetrievedText& retrieved_text();
  /// S(d) of each article of the ranking.
  std::span<const double> article_scores(const ArticleScore& score);
  const CharacterCurve& curve();
  /// The results laid against the graded elements.
  GradedView& graded();

  /// The first result whose text a measure asked for and nobody knows: the document's length is missing, or
  /// its elements are not resolved. What was asked for since start() does not hold then; nullptr otherwise.
  const Result* unknown_text() const { return unknown_text_; }
  /// The same for the length of an element that was returned after a part of it (cumulated gain).
  const Result* missing_size() const { return graded_ready_ ? graded_.missing_size() : nullptr; }
  /// The chunking that runs were made of; nullptr when it is not known.
  const Chunking* chunking() const { return knowledge_.chunking; }
  /// Relevant chunks of the topic that are none of the chunking.
  void note_foreign_chunks(std::size_t count) { foreign_chunks_ = count; }
  std::size_t foreign_chunks() const { return foreign_chunks_; }
  /// Results that a graded measure was asked about though they are no elements.
  std::uint64_t not_elements() const { return graded_ready_ ? graded_.not_elements() : 0; }

 private:
  struct Scored {
    ArticleScore score;
    std::vector<double> values;
    bool ready = false;
  };
  void miss_text(std::size_t result);
  double score_article(const ArticleScore& score, std::size_t article);

  int relevance_level_;
  DocumentKnowledge knowledge_;
  const GradedJudgements* graded_judgements_;
  const TopicJudgements* judgements_ = nullptr;
  std::span<const Result> results_;
  std::span<const std::uint32_t> later_blocks_;
  const Result* unknown_text_ = nullptr;
  std::size_t foreign_chunks_ = 0;

  bool ranking_ready_ = false;
  bool documents_ready_ = false;
  bool judged_ready_ = false;
  bool groups_ready_ = false;
  bool retrieved_ready_ = false;
  bool curve_ready_ = false;
  bool graded_ready_ = false;
  ArticleRanking ranking_;
  DocumentRanking documents_;
  DocumentRanking judged_;
  GroupViews groups_;
  RetrievedText retrieved_;
  CharacterCurve curve_;
  GradedView graded_;
  RecallBase own_base_;        ///< where there are no GradedJudgements
  std::deque<Scored> scored_;  ///< a deque: views of earlier scores stay good when another is asked for
};

}  // namespace fovea
