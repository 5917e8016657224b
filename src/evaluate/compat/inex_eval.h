// inex_eval 3.1, the official tool of INEX 2009 and 2010, figure by figure (`--compat inex_eval`).
//
// Published INEX results come from it. Where it departs from the papers, and hence from fovea's own measures:
//
//   * gP and gR beyond the end of a list repeat the last value;
//   * text that comes again is discounted in articles with relevance only;
//   * recall points are found by floor(100.0·R) in floating point;
//   * a result whose path could not be resolved counts as 18 irrelevant characters at no place;
//   * the highlighted size of an article is what the judgements say it is (column 4), the passages serve
//     intersections only;
//   * averages are over answered topics, while num_rel and rel_size of the in context tasks are totals over
//   all
//     judged topics;
//   * a topic without relevance gives NaN.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "evaluate/topic_scorer.h"
#include "measures/highlights/article_score.h"
#include "measures/views/topic_view.h"

namespace fovea {

class InexEval final : public TopicScorer {
 public:
  enum class Task : std::uint8_t {
    kResults,  ///< thorough, focused (-t, -f)
    kArticles  ///< relevant in context, best in context (-r, -i, -b)
  };
  /// `score` serves articles only.
  InexEval(Task task, ArticleScore score, const Judgements& judgements);

  /// Named as the tool names them in the lines of a topic: num_ret, gP[1], AiP, ircl_prn.0.00, …
  std::span<const ScoredMeasure> columns() const override { return columns_; }
  const ScoredMeasure* score(TopicView& topic, std::span<double> values) const override;
  double summary(std::size_t column, std::span<const double> values) const override;
  Needs needs() const override { return {.highlights = true}; }

  /// The first columns are whole numbers: documents and characters.
  static constexpr std::size_t kCounts = 6;
  /// The last columns, ircl_prn.*, are given for the run and not for topics.
  std::size_t curve_points() const { return task_ == Task::kResults ? 101 : 11; }

 private:
  void score_results(TopicView& topic, std::span<double> values) const;
  void score_articles(TopicView& topic, std::span<double> values) const;
  double score_article(TopicView& topic, std::size_t article, double& retrieved, double& both) const;

  Task task_;
  ArticleScore score_;
  std::vector<ScoredMeasure> columns_;
  double all_relevant_ = 0;       ///< articles with relevance, over all judged topics
  double all_relevant_size_ = 0;  ///< their characters
};

}  // namespace fovea
