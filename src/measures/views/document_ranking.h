// A ranking of documents with one grade each: what the measures of trec_eval read.
//
// Articles of a focused run and documents of a TREC run look alike here. Everything several measures need is
// worked out once per topic, on first use: which ranks hold relevant documents, which hold gain
// (views/gain_ranking.h), and the ideal ranking. The memory is reused from topic to topic.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "judgements/judgements.h"
#include "measures/views/gain_ranking.h"

namespace fovea {

struct Article;

/// Stand for the grade of a document that has none: it is not in the judgements at all, or it is there with a
/// negative grade, which says that it was in the pool but not assessed.
inline constexpr std::int32_t kNotPooled = -1;
inline constexpr std::int32_t kNotAssessed = -2;

/// The ranking at one level: every document is relevant, judged not relevant, or not judged.
struct BinaryRanking {
  /// Ranks, from 1, of the relevant documents retrieved.
  std::span<const std::uint32_t> ranks;
  std::size_t retrieved = 0;
  std::size_t relevant = 0;     ///< in the judgements
  std::size_t nonrelevant = 0;  ///< in the judgements, assessed

  std::size_t relevant_retrieved() const { return ranks.size(); }
  /// Relevant documents among the first `rank` ones.
  std::size_t relevant_within(std::size_t rank) const;
};

class DocumentRanking {
 public:
  /// `judgements` must live until the next call; `articles` only during this one. `judged_only` leaves out the
  /// documents that nobody assessed, as if they had not been retrieved.
  void build(const TopicJudgements& judgements, std::span<const Article> articles, bool judged_only = false);

  /// By rank; kNotPooled or kNotAssessed for what was not judged.
  std::span<const std::int32_t> grades() const { return grades_; }

  /// Relevant is what has this grade or a higher one. Valid until the next call with another level.
  BinaryRanking at_level(int level);

  /// The ranking by gain: what grades are worth in themselves, or by a table.
  GainRanking& gains() { return gains_; }
  GainRanking& gains(const GainTable& table);

 private:
  const TopicJudgements* judgements_ = nullptr;
  std::vector<std::int32_t> grades_;

  bool level_ready_ = false;
  int level_ = 0;
  std::vector<std::uint32_t> relevant_ranks_;
  std::size_t relevant_ = 0;
  std::size_t nonrelevant_ = 0;

  GainRanking gains_;
  std::deque<GainRanking> other_gains_;  ///< a deque: those handed out stay where they are
};

}  // namespace fovea
