// inex-2002: precall, the probability that an element the reader sees is relevant.
//
// Gövert et al. 2006, section 4.1, after Raghavan et al. 1989. f is an element's quantised value and n the
// sum of f over the recall base. A rank, tied results together, holds relevance r = sum of f and
// non-relevance i = sum of (1-f). To reach recall x the reader wants x*n of relevance; l is the first rank at
// which the cumulated relevance reaches that, j the non-relevance in the ranks before l, s what is still
// wanted at l:
//
//   P(x) = x*n / (x*n + j + s*i/(r+1))
//
// Where the paper is silent: with the number of elements in the collection, all those not retrieved form one
// last rank, so that every recall is reached; without it P is 0 at recall the run does not reach.
//
// Kazai et al. 2005, section 3.4, ask for the score normalisation of XCG here too: with an ideal base, the results
// at or below an ideal element together count no more than that element does, in the order of the list. n stays
// the sum over the full recall base, so that only values of results change.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "measures/graded/graded_view.h"

namespace fovea {

class PrecallCurve {
 public:
  /// `elements` is the collection's element count; `ideal`, if given, caps the values of results.
  PrecallCurve(const GradedView& view, const Quantisation& quantisation,
               std::optional<std::uint64_t> elements = {}, const IdealBase* ideal = nullptr);

  /// P(x), for x above 0.
  double at(double x) const;

 private:
  /// A rank, and what was cumulated before it.
  struct Rank {
    double relevance = 0, nonrelevance = 0;
    double relevance_before = 0, nonrelevance_before = 0;
  };
  void add(double relevance, double nonrelevance, bool tied);

  std::vector<Rank> ranks_;
  double wanted_ = 0;  ///< n
};

}  // namespace fovea
