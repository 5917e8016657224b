// The best documents of a query, exactly: block-max MaxScore.
//
// Turtle and Flood, Query evaluation: strategies and optimizations, 1995; Chakrabarti, Chaudhuri and Ganti, Interval-based
// pruning for top-k processing over compressed lists, ICDE 2011. Lists are ordered by how much they can add. Those that
// together cannot lift a document over the worst that is kept are only looked into for documents that others bring
// up; blocks whose frontier (postings.h) shows that nothing in them can be kept are not unpacked.
//
// Exact: a document that might be kept gets the score that an exhaustive search gives it, term by term in the order of
// the query, and bounds are raised by 2^-40 against rounding. Ties go to the document whose id is larger by bytes, which
// is the one with the larger number.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "search/index/index.h"
#include "search/models/model.h"
#include "search/query/term_list.h"

namespace fovea::search {

struct RankedDocument {
  double score = 0;
  DocumentNumber document = 0;

  friend bool operator==(const RankedDocument&, const RankedDocument&) = default;
};

struct RankingTask {
  const Index& index;
  const Scorer& scorer;
  /// In the order of the scorer's terms; those without documents here included.
  const std::vector<TermList>& lists;
  /// Per list: whether its documents are candidates. A term of all documents makes none if others do.
  std::vector<bool> brings_candidates;
  /// Per list: whether only its documents are ranked.
  std::vector<bool> required;
  /// Documents of these are not ranked.
  const std::vector<TermList>& excluded;
  std::size_t depth = 0;
  /// Called now and then; what it throws ends the ranking. May be empty.
  std::function<void()> check = {};
};

/// Best first. `postings_read` counts the postings that were unpacked.
std::vector<RankedDocument> rank_by_max_score(const RankingTask& task, std::uint64_t& postings_read);
/// The same, by looking at every document of every list.
std::vector<RankedDocument> rank_exhaustively(const RankingTask& task, std::uint64_t& postings_read);

/// Whether `a` is ranked before `b`.
inline bool ranked_before(const RankedDocument& a, const RankedDocument& b) {
  return a.score != b.score ? a.score > b.score : a.document > b.document;
}

}  // namespace fovea::search
