// From the units of all shards to an answer: scores that depend on all of them, selection, and the cut.
//
//     picks = scored units → without overlap → rebuilt → ranges          (selection.cpp, overlap.cpp)
//     answer = picks in the form of the task, within its limits          (cut.cpp)
//
// Ties: document id descending by bytes, first word, longer span, outer element.
#pragma once

#include <cstdint>
#include <vector>

#include "search/ranking/partial.h"
#include "search/ranking/pipeline.h"
#include "search/ranking/query.h"

namespace fovea::search {

/// A unit on its way into the answer.
struct Pick {
  std::uint32_t article = 0;  ///< place in Partial::articles
  double score = 0;
  std::uint32_t first_word = 0;
  Span span;
  std::uint32_t element = kNoElement;
  std::uint32_t last_element = kNoElement;  ///< of a range; else as `element`
  std::uint32_t parent = kNoElement;
  std::uint32_t next = kNoElement;

  friend bool operator==(const Pick&, const Pick&) = default;
};

/// Best first.
class PickOrder {
 public:
  explicit PickOrder(const std::vector<Answer>& articles) : articles_(articles) {}
  bool operator()(const Pick& a, const Pick& b) const;

 private:
  const std::vector<Answer>& articles_;
};

/// The best drops what it overlaps, and so on. `picks` in any order; what stays is best first.
void drop_overlapping(std::vector<Pick>& picks, const PickOrder& order);
/// The picks without overlap whose Σ score·characters is largest, among those of at most `most` characters together (0: no
/// limit); best first.
void choose_optimal(std::vector<Pick>& picks, std::uint64_t most, const PickOrder& order);
/// A parent replaces at least two picks that are its children and cover half of it, innermost first, with Σ
/// score·|child|/|parent|; then picks of fewer than 50 characters are dropped.
void rebuild(std::vector<Pick>& picks, const Partial& partial);
/// Siblings that follow each other become a range, with the score of the best; of picks with the same characters the best
/// stays.
void join_ranges(std::vector<Pick>& picks);

/// Rows in the form of Pipeline::form.
std::vector<Answer> cut(std::vector<Pick> picks, const Partial& partial, const Query& query,
                        const Pipeline& pipeline);

/// All of it.
std::vector<Answer> make_answer(Partial partial, const Query& query, const Pipeline& pipeline);

}  // namespace fovea::search
