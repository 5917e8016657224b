// The order in which the results of a topic count.
//
// A run file says it in up to three ways that may contradict each other: where a row stands, its rank number,
// its score. INEX tools took the order of the file, trec_eval goes by score alone; we do what the tool of
// the format does unless told otherwise, and count the ties.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "runs/run.h"
#include "text/enum_names.h"

namespace fovea {

enum class RankOrder : std::uint8_t {
  kFile,   ///< as the rows stand
  kRank,   ///< rank number ascending, then as the rows stand
  kScore,  ///< score descending, then document id descending by bytes, then as the rows stand
};

constexpr auto enum_names(RankOrder) {
  return names_in_order("file", "rank", "score");
}

/// Brings results into this order. Scores are compared in double precision, as trec_eval does from version 10
/// on; up to version 9 it took two that differ behind the seventh digit for a tie.
void put_in_order(TopicResults& topic, RankOrder order);

/// Results that share their rank number or score with another one, after put_in_order(). 0 for kFile.
std::size_t count_tied(const TopicResults& topic, RankOrder order);

}  // namespace fovea
