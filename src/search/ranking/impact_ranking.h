// Ranking by impacts: integers are added up, list by list, the highest impacts first.
//
// Accumulators lie in pages that are cleared when a query first touches them, so that a query that stops early does not
// pay for the whole collection.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "search/index/index.h"
#include "search/query/counts.h"
#include "search/ranking/max_score.h"

namespace fovea::search {

struct ImpactList {
  std::string_view bytes;  ///< Index::impact_list()
  /// Segments of lower impacts are left out.
  std::uint32_t least = 0;
};
/// The impact of the segment with which a term's list, in all shards together, reaches `limit` postings: K. 0: never.
std::uint32_t least_impact(const TermCounts& counts, std::uint64_t limit);

/// `most`: rho, segments are taken by impact while they fit into so many postings; 0: all. Best first; ties as in
/// max_score.h.
std::vector<RankedDocument> rank_by_impacts(const Index& index, const std::vector<ImpactList>& lists,
                                            std::uint64_t most, std::size_t depth,
                                            std::uint64_t& postings_read);

}  // namespace fovea::search
