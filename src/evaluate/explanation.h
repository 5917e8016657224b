// One article of one topic, with everything its scores are made of.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evaluate/evaluation_options.h"
#include "measures/views/topic_view.h"

namespace fovea {

/// The parameters of the scores that are explained.
struct ExplainedScores {
  double beta = ArticleScore::kDefaultBeta;
  double tolerance = 300;  ///< T of T2I
  double bep_distance = 500;
};

/// A stretch of text in the order in which a reader of the results meets it.
struct ReadStretch {
  Span span;
  bool relevant = false;
  bool retrieved = false;
};

struct ArticleExplanation {
  std::string topic;
  std::string doc;
  bool judged = false;
  std::optional<Offset> length;
  std::optional<Offset> bep;
  std::vector<Span> highlights;

  std::size_t rank = 0;  ///< among the articles, from 1; 0 when it was not retrieved
  struct Place {
    Span span;
    std::size_t rank = 0;  ///< among the results, from 1
    std::uint64_t line = 0;
    bool unplaced = false;
  };
  std::vector<Place> results;  ///< in rank order
  std::vector<Span> retrieved;

  std::uint64_t highlighted_characters = 0;
  std::uint64_t retrieved_characters = 0;
  std::uint64_t common_characters = 0;
  double precision = 0;
  double recall = 0;

  ExplainedScores parameters;
  double f = 0;
  std::optional<double> bep_score;  ///< where there is a best entry point and the article was retrieved
  /// T2I, where the length of the document is known and the article was retrieved.
  struct T2I {
    double score = 0;
    std::uint64_t relevant = 0;    ///< characters read
    std::uint64_t irrelevant = 0;  ///< characters read
    bool stopped = false;          ///< tolerance ran out; otherwise everything was read
    std::vector<ReadStretch> stretches;
  };
  std::optional<T2I> t2i;
};

/// `topic` stands at the topic that is asked about.
ArticleExplanation explain_article(TopicView& topic, std::string_view doc, const ExplainedScores& parameters);

/// An article as a run answers it; of the options, order, depth, relevance level, lenience and score are
/// looked at. Nothing, with a message, when the run has bad rows there or a result whose text is not known. `collection`
/// may be nullptr.
std::optional<ArticleExplanation> explain_article(const Run& run, const Judgements& judgements,
                                                  const TopicJudgements& topic, std::string_view doc,
                                                  const EvaluationOptions& options,
                                                  const Collection* collection, Diagnostics& said);

}  // namespace fovea
