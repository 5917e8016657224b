// Searching: count → merge → answer → merge → finish, in one process or on many machines.
//
//     QueryCounts counts = merge(count(a, query), count(b, query));
//     Partial best = merge(answer(a, query, counts, pipeline), answer(b, query, counts, pipeline), pipeline);
//     std::vector<Answer> run = finish(best, query, pipeline);
//
// Any partition of the documents gives the rows and the doubles of a single index: scores depend on the counts of
// all, and counts are integers. All functions are pure. What can_serve() has refused is not
// asked. Damage in an index, a collection that is not the one that was indexed, and counts of another query throw CorruptFile.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "search/index/index.h"
#include "search/pipeline/pipeline.h"
#include "search/query/counts.h"
#include "search/query/query.h"
#include "search/ranking/partial.h"

namespace fovea::search {

/// `check` is called before each term; it may be empty, or throw.
QueryCounts count(const Index& index, const Query& query, const std::function<void()>& check = {});
/// `collection` is what was indexed; it may be nullptr where Pipeline::needs_collection() says no.
Partial answer(const Index& index, const Query& query, const QueryCounts& all, const Pipeline& pipeline,
               const Collection* collection = nullptr);
/// Associative and commutative; keeps the best Pipeline::ranked() articles, and the units of Pipeline::depth.
Partial merge(const Partial& a, const Partial& b, const Pipeline& pipeline);
/// Scores that depend on all units, selection and cut. Chunks get the ids of their documents, and spans.
std::vector<Answer> finish(Partial partial, const Query& query, const Pipeline& pipeline);

/// Asks for the counts of tags that the pipeline's model needs; of shards, with all of their indexes.
void ask_for_tags(const std::vector<const Index*>& indexes, const Pipeline& pipeline, Query& query);

/// Whether the indexes can serve the pipeline together; what stands between them is reported. Codes: other-analysis,
/// needs-impacts, needs-positions, needs-articles, other-units, needs-words, no-candidates, several-impacts, several-kept.
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
  double mean_length = 0;
  std::uint64_t units = 0;  ///< N
  double score = 0;
  std::vector<TermExplanation> terms;
};
Explanation explain(const Index& index, const Query& query, const QueryCounts& all, const Pipeline& pipeline,
                    DocumentNumber document);

/// The same for an element of the document, a number in the catalogue's tree; parts are what each term has alone, and make up
/// the score where the model is a sum. Nothing for an element without words, or without a model of units.
std::optional<Explanation> explain_element(const Index& index, const Query& query, const QueryCounts& all,
                                           const Pipeline& pipeline, const Collection* collection,
                                           DocumentNumber document, std::uint32_t element);

}  // namespace fovea::search
