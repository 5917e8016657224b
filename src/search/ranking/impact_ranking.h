// Ranking by impacts: integers are added up, list by list, the highest impacts first.
//
// Accumulators lie in pages that are cleared when a query first touches them, so that a query that stops early does not
// pay for the whole collection.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "search/index/index.h"
#include "search/ranking/max_score.h"

namespace fovea::search {

struct ImpactLimits {
  std::uint64_t list = 0;  ///< K: a list ends with the segment that reaches so many postings; 0: never
  std::uint64_t all = 0;   ///< rho: segments are taken by impact while they fit into so many postings; 0: all
};

/// `lists`: Index::impact_list() of each term. Best first; ties as in max_score.h.
std::vector<RankedDocument> rank_by_impacts(const Index& index, const std::vector<std::string_view>& lists,
                                            ImpactLimits limits, std::size_t depth,
                                            std::uint64_t& postings_read);

}  // namespace fovea::search
