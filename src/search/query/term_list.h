// The postings of a query's term in one index. Those of a word or a tag stand in the index; those of a phrase are made from
// the positions of its words, in the same form.
#pragma once

#include <memory>
#include <string>

#include "search/index/index.h"
#include "search/query/counts.h"
#include "search/query/query.h"

namespace fovea::search {

struct TermList {
  TermCounts counts;
  std::uint32_t largest_tf = 0;
  std::uint32_t smallest_length = 0;
  PostingList postings;  ///< if counts.documents > 0
  /// The index's number of a word; UINT64_MAX for a phrase, a tag or a word that is not there.
  std::uint64_t term = UINT64_MAX;
  PositionList positions;  ///< of a word
  /// A phrase's postings.
  std::shared_ptr<const std::string> made;  // shared: a list is copied with its postings
};

/// A phrase needs an index with positions.
TermList find_list(const Index& index, const QueryTerm& term);

}  // namespace fovea::search
