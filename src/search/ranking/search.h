// Searching: count → merge → answer → merge → finish, in one process or on many machines.
//
//     QueryCounts counts = merge(count(a, query), count(b, query));
//     Partial best = merge(answer(a, query, counts, pipeline), answer(b, query, counts, pipeline), pipeline);
//     std::vector<Answer> run = finish(best, pipeline);
//
// Any partition of the documents gives the rows and the doubles of a single index: scores depend on the counts of
// all, and counts are integers. All functions are pure. Damage in an index throws CorruptFile; a query or model that
// an index cannot serve, std::invalid_argument (see can_serve()).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "search/index/index.h"
#include "search/ranking/counts.h"
#include "search/ranking/pipeline.h"
#include "search/ranking/query.h"

namespace fovea::search {

/// A document of an answer.
struct Answer {
  std::string id;
  double score = 0;

  friend bool operator==(const Answer&, const Answer&) = default;
};

/// The best documents of a part of the collection, best first.
struct Partial {
  std::vector<Answer> articles;
  std::uint64_t postings_read = 0;

  friend bool operator==(const Partial&, const Partial&) = default;
};

QueryCounts count(const Index& index, const Query& query);
Partial answer(const Index& index, const Query& query, const QueryCounts& all, const Pipeline& pipeline);
/// Associative and commutative; keeps the best Pipeline::depth.
Partial merge(const Partial& a, const Partial& b, const Pipeline& pipeline);
std::vector<Answer> finish(Partial partial, const Pipeline& pipeline);

/// The byte form (docs/specs/partial.md).
std::string to_bytes(const Partial& partial);
/// Throws CorruptFile when they are none.
Partial partial_from_bytes(std::string_view bytes);

/// Whether the indexes can serve the pipeline together; what stands between them is reported. Codes: other-analysis,
/// needs-impacts, needs-positions, several-impacts, several-kept.
bool can_serve(const std::vector<const Index*>& indexes, const Pipeline& pipeline, Diagnostics& diagnostics);

/// How a document got its score: tf, n and part of each term, in order.
struct TermExplanation {
  std::string term;
  std::uint32_t tf = 0;
  std::uint64_t n = 0;
  std::uint64_t cf = 0;
  double weight = 0;
  double part = 0;
};
struct Explanation {
  std::uint32_t length = 0;
  double score = 0;
  std::vector<TermExplanation> terms;
};
Explanation explain(const Index& index, const Query& query, const QueryCounts& all, const Pipeline& pipeline,
                    DocumentNumber document);

}  // namespace fovea::search
