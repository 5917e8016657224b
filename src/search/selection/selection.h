// From the units of all shards to an answer: scores that depend on all of them, selection, and the cut.
//
//     units = scored units → without overlap → rebuilt → ranges          (selection.cpp, overlap.cpp)
//     answer = units in the form of the task, within its limits          (cut.cpp)
//
// Ties: document id descending by bytes, first word, longer span, outer element.
#pragma once

#include <cstdint>
#include <vector>

#include "search/pipeline/pipeline.h"
#include "search/query/query.h"
#include "search/ranking/partial.h"

namespace fovea::search {

/// Best first.
class UnitOrder {
 public:
  explicit UnitOrder(const std::vector<Answer>& articles) : articles_(articles) {}
  bool operator()(const Unit& a, const Unit& b) const;

 private:
  const std::vector<Answer>& articles_;
};

/// The best drops what it overlaps, and so on. `units` in any order; what stays is best first.
void drop_overlapping(std::vector<Unit>& units, const UnitOrder& order);
/// The units without overlap whose Σ score·characters is largest, among those of at most `most` characters together (0: no
/// limit); best first.
void choose_optimal(std::vector<Unit>& units, std::uint64_t most, const UnitOrder& order);
/// A parent replaces at least two units that are its children and cover half of it, innermost first, with Σ
/// score·|child|/|parent|; then units of fewer than 50 characters are dropped.
void rebuild(std::vector<Unit>& units, const Partial& partial);
/// Siblings that follow each other become a range, with the score of the best; of units with the same characters the best
/// stays.
void join_ranges(std::vector<Unit>& units);

/// An article as its own unit.
Unit whole_article(const Partial& partial, std::uint32_t article);
/// Rows in the form of Pipeline::form.
std::vector<Answer> cut(std::vector<Unit> units, const Partial& partial, const Query& query,
                        const Pipeline& pipeline);

/// All of it.
std::vector<Answer> make_answer(Partial partial, const Query& query, const Pipeline& pipeline);

}  // namespace fovea::search
