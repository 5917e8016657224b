// Impacts: BM25 scores computed when the index was built, in a few bits, added up as integers.
//
// The highest segments of each list come first, so that a search may stop early: K ends a list with the segment that
// reaches K postings; rho takes segments of all terms by impact, shorter ones first, while the next still fits into rho
// postings. Without either, scores are the sums of all impacts. Lists are made by `fovea index --impacts`.
//
// Trotman, Jia and Crane, Towards an efficient and effective search engine (ATIRE), 2012; Lin and Trotman, Anytime
// ranking for impact-ordered indexes (JASS), ICTIR 2015.
#include <array>

#include "search/models/model.h"

namespace fovea::search {

namespace {

constexpr std::array<ModelParameter, 2> kImpactParameters{{
    {"K", "0", "postings of each list after which it ends, with its segment; 0: none", 0, 4e9, ""},
    {"rho", "0", "postings in all; 0: all", 0, 4e9, ""},
}};

}  // namespace

const Model kImpacts{"impacts",
                     "sum of the quantised bm25 of each posting, from 1 to 2^B - 1",
                     "Anh, de Kretser and Moffat, SIGIR 2001; ATIRE; JASS",
                     kImpactParameters,
                     nullptr,
                     nullptr,
                     {.impacts = true}};

}  // namespace fovea::search
