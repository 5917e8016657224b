// inex_eval 3.1, the official tool of INEX 2009 and 2010, figure by figure (`--compat inex_eval`).
//
// Published INEX results come from it. Where it departs from the papers, and hence from fovea's own measures:
//
//   * gP and gR beyond the end of a list repeat the last value;
//   * text that comes again is discounted in thorough runs, and in articles with relevance only;
//   * recall points are found by floor(100.0·R) in floating point, and left out above 1;
//   * a result whose path could not be resolved counts as 18 irrelevant characters at no place: as none in articles
//     with relevance in thorough runs, and for the reader of T2I; its entry point is character −10000;
//   * the highlighted size of an article is what the judgements say it is (column 4), the passages serve
//     intersections only, and count one by one where they overlap (JudgementOptions::as_listed_by);
//   * a topic in two blocks of a run is begun anew: what comes again counts again;
//   * averages are over answered topics, while num_rel and rel_size of the in context tasks are totals over all
//     judged topics; topics are summed up in the order of their ids;
//   * a topic without relevance gives NaN, but F is 0 where nothing was found; so is an average over no topic.
//
// What of it is not reproduced stands in docs/eval.md.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "evaluate/compat/inex_articles.h"
#include "evaluate/topic_scorer.h"
#include "measures/highlights/article_score.h"
#include "measures/views/topic_view.h"

namespace fovea {

class InexEval final : public TopicScorer {
 public:
  enum class Task : std::uint8_t {
    kThorough,  ///< -t
    kFocused,   ///< -f
    kArticles   ///< relevant in context, best in context (-r, -i, -b)
  };
  /// `score` serves articles only.
  InexEval(Task task, ArticleScore score, const Judgements& judgements);

  /// Named as the tool names them in the lines of a topic: num_ret, gP[1], AiP, ircl_prn.0.00, …
  std::span<const ScoredMeasure> columns() const override { return columns_; }
  const ScoredMeasure* score(TopicView& topic, std::span<double> values) const override;
  double summary(std::size_t column, std::span<const double> values) const override;
  bool sums_by_id() const override { return true; }
  Needs needs() const override { return {.highlights = true}; }

  /// The first columns are whole numbers: documents and characters.
  static constexpr std::size_t kCounts = 6;
  /// The last columns, ircl_prn.*, are given for the run and not for topics.
  static bool is_curve_point(std::string_view column) { return column.starts_with("ircl_prn."); }

 private:
  std::size_t curve_points() const { return task_ == Task::kArticles ? 11 : 101; }
  void score_results(TopicView& topic, std::span<double> values) const;
  void score_articles(TopicView& topic, std::span<double> values) const;
  double score_article(TopicView& topic, const InexArticle& article, double& retrieved, double& both) const;
  double score_entry(TopicView& topic, const InexArticle& article) const;

  Task task_;
  ArticleScore score_;
  std::vector<ScoredMeasure> columns_;
  double all_relevant_ = 0;       ///< articles with relevance, over all judged topics
  double all_relevant_size_ = 0;  ///< their characters
};

}  // namespace fovea
