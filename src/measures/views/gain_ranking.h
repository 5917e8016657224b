// A ranking by what its documents gain, and the ideal one beside it.
//
// Both are made on first use, once per topic; the memory is reused from topic to topic.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "judgements/judgements.h"
#include "measures/views/gain_table.h"

namespace fovea {

/// A document retrieved that is worth something.
struct Gain {
  std::uint32_t rank = 0;
  double gain = 0;
};

class GainRanking {
 public:
  explicit GainRanking(GainTable table = {}) : table_(std::move(table)) {}

  /// Turns to a topic: the grades by rank, and the judgements, both of which must live until the next call.
  void start(std::span<const std::int32_t> grades, const TopicJudgements& judgements);

  const GainTable& table() const { return table_; }
  std::size_t retrieved() const { return grades_.size(); }
  /// Documents retrieved that are worth something, by rank. What was not judged is worth nothing.
  std::span<const Gain> gains();
  /// All positive gains of the judgements, highest first: the ranking that cannot be bettered.
  std::span<const double> ideal();
  /// Discounted gain of the first `rank` documents of the ideal ranking, 0 when nothing has gain.
  double ideal_dcg(std::size_t rank);
  /// What the gain at a rank is divided by: log2(rank + 1).
  double discount(std::size_t rank);

 private:
  void prepare_ideal();

  GainTable table_;
  std::span<const std::int32_t> grades_;
  const TopicJudgements* judgements_ = nullptr;

  bool gains_ready_ = false;
  std::vector<Gain> gains_;
  bool ideal_ready_ = false;
  std::vector<double> ideal_;
  std::vector<double> ideal_dcg_;  ///< by number of documents, from 0
  std::vector<double> discounts_;  ///< by rank, from 0; grows and stays
};

}  // namespace fovea
