// Expansion: the best documents of a query lend it their words, and the query is asked again.
//
//   rm3(docs=10, terms=10, original=0.5)      P(t) ∝ Σ_d w_d·tf/l, w_d = s/Σs (language models: exp(s − best), scaled to
//                                             1; the same for all where scores sum to 0); the best terms scaled to 1;
//                                             weight original·qtf/|q| + (1−original)·P, |q| counts the known words of the
//                                             query (Abdul-Jaleel and others, UMass at TREC 2004)
//   kl(docs=10, terms=10, original=0.5)       the same with P(t)·ln(P(t)/p), p = cf/C, where above 0
//                                             (Carpineto and others, TOIS 2001)
//   rocchio(docs=17, terms=5, beta=0.75)      qtf + beta·mean of tf·idf/|d|, |d| the Euclidean length, idf = ln(N/n)
//                                             (Rocchio 1971; the defaults are ATIRE's)
//   ngrams(docs=10, terms=50, bigrams=20, trigrams=10, original=0.5)
//                                             the most frequent words, pairs and triples of words that neither begin
//                                             nor end with a stop word; the longer ones are searched in order, with up
//                                             to one other word in each gap; weights by frequency, scaled to 1, mixed
//                                             as those of rm3 (after LIA at INEX 2010)
//
// Terms are those of the documents' texts without the words of Snowball's stop list; of equal ones the first in byte
// order. Weights multiply any model.
//
//     const Feedback lent = …                                        // feedback.h
//     const Query asked = terms_to_count(lent, expansion);           // to be counted in all shards, as any query
//     const Query wider = expand(query, expansion, lent, counts, {asked, counts_of_asked}, log_scores);
#pragma once

#include "search/pipeline/pipeline.h"
#include "search/query/counts.h"
#include "search/query/query.h"
#include "search/session/feedback.h"

namespace fovea::search {

/// The terms of which an expansion must know how frequent they are; none for some.
Query terms_to_count(const Feedback& feedback, const Expansion& expansion);

/// Those terms, counted.
struct CountedTerms {
  const Query& query;
  const QueryCounts& counts;
};

/// The expanded query. `counts` are those of `query`; `log_scores`: scores are logarithms.
Query expand(const Query& query, const Expansion& expansion, const Feedback& feedback,
             const QueryCounts& counts, const CountedTerms& counted, bool log_scores);

}  // namespace fovea::search
