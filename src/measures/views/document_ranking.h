// A ranking of documents with one grade each: what the measures of trec_eval read.
//
// Articles of a focused run and documents of a TREC run look alike here. Everything several measures need is
// worked out once per topic, on first use: which ranks hold relevant documents, which hold gain, and the
// ideal ranking. The memory is reused from topic to topic.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "judgements/judgements.h"

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

/// A document retrieved that has a positive grade.
struct Gain {
  std::uint32_t rank = 0;
  std::int32_t grade = 0;
};

class DocumentRanking {
 public:
  /// `judgements` must live until the next call; `articles` only during this one.
  void build(const TopicJudgements& judgements, std::span<const Article> articles);

  /// By rank; kNotPooled or kNotAssessed for what was not judged.
  std::span<const std::int32_t> grades() const { return grades_; }

  /// Relevant is what has this grade or a higher one. Valid until the next call with another level.
  BinaryRanking at_level(int level);

  /// Documents retrieved that have a positive grade, by rank.
  std::span<const Gain> gains();
  /// All positive grades of the judgements, highest first: the ranking that cannot be bettered.
  std::span<const std::int32_t> ideal();
  /// Discounted gain of the first `rank` documents of the ideal ranking, 0 when nothing has gain.
  double ideal_dcg(std::size_t rank);
  /// What the gain at a rank is divided by: log2(rank + 1).
  double discount(std::size_t rank);

 private:
  void prepare_ideal();

  const TopicJudgements* judgements_ = nullptr;
  std::vector<std::int32_t> grades_;

  bool level_ready_ = false;
  int level_ = 0;
  std::vector<std::uint32_t> relevant_ranks_;
  std::size_t relevant_ = 0;
  std::size_t nonrelevant_ = 0;

  bool gains_ready_ = false;
  std::vector<Gain> gains_;
  bool ideal_ready_ = false;
  std::vector<std::int32_t> ideal_;
  std::vector<double> ideal_dcg_;  ///< by number of documents, from 0
  std::vector<double> discounts_;  ///< by rank, from 0; grows and stays
};

}  // namespace fovea
