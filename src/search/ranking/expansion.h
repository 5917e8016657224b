// Expansion: the best documents of a query lend it their words, and the query is asked again.
//
//   rm3(docs=10, terms=10, original=0.5)      P(t) ∝ Σ_d w_d·tf/l, w_d = s/Σs (language models: exp(s − best), scaled to
//                                             1); the best terms scaled to 1; weight original·qtf/|q| + (1−original)·P
//                                             (Abdul-Jaleel and others, UMass at TREC 2004)
//   kl(docs=10, terms=10, original=0.5)       the same with P(t)·ln(P(t)/p), p = cf/C, where above 0
//                                             (Carpineto and others, TOIS 2001)
//   rocchio(docs=17, terms=5, beta=0.75)      qtf + beta·mean of tf·idf/|d|, |d| the Euclidean length, idf = ln(N/n)
//                                             (Rocchio 1971; the defaults are ATIRE's)
//
// Terms are those of the documents' texts without the words of Snowball's stop list; of equal ones the first in byte
// order. Weights multiply any model.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collection/collection.h"
#include "search/index/index.h"
#include "search/ranking/search.h"

namespace fovea::search {

/// A document that lends its words.
struct FeedbackDocument {
  double score = 0;
  std::uint32_t length = 0;                  ///< indexed words
  std::map<std::string, std::uint32_t> tfs;  ///< without stop words
};

/// The best documents of an answer, analysed again. Those that the collection does not have are left out.
std::vector<FeedbackDocument> read_feedback(const Collection& collection,
                                            const std::vector<const Index*>& indexes,
                                            const std::vector<Answer>& best, std::size_t documents);

/// Counts of a term in all indexes.
using TermCounter = std::function<TermCounts(const std::string& term)>;

/// The expanded query. `counts` are those of the collection; `log_scores`: scores are logarithms.
Query expand(const Query& query, const Expansion& expansion, const std::vector<FeedbackDocument>& documents,
             const QueryCounts& counts, const TermCounter& count_term, bool log_scores);

}  // namespace fovea::search
