// From ranked articles to their units: candidates, scored.
#pragma once

#include <span>
#include <vector>

#include "collection/collection.h"
#include "search/index/index.h"
#include "search/models/unit_model.h"
#include "search/pipeline/pipeline.h"
#include "search/ranking/max_score.h"
#include "search/ranking/partial.h"

namespace fovea::search {

/// The units of these articles, in the same order. `all` are the counts of the query. Throws CorruptFile where
/// the collection is not the one that was indexed.
std::vector<ArticleUnits> make_units(const Index& index, const Collection& collection, const Query& query,
                                     const QueryCounts& all, const Pipeline& pipeline,
                                     std::span<const RankedDocument> articles);

/// What models of units are made from.
UnitInput unit_input(const Index& index, const Collection* collection, const Query& query,
                     const QueryCounts& all, const Pipeline& pipeline);

}  // namespace fovea::search
