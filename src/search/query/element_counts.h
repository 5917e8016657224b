// How many elements of a tag hold a term: from the classes of the index (index/classes.h) where it has them, else counted
// in the documents that have both.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "search/index/index.h"
#include "search/query/counts.h"
#include "search/query/query.h"
#include "search/query/term_list.h"

namespace fovea::search {

/// Counts for the query's tags; `lists` are those of its terms. A phrase is held by an element that has all of its words.
/// Without classes this needs an index with positions.
std::vector<TagCounts> count_elements(const Index& index, const Query& query,
                                      const std::vector<TermList>& lists);

}  // namespace fovea::search
