// Tukey's honestly significant difference: all pairs of runs in one test (Tukey 1949).
//
// The scores are explained by run and topic without interaction (a two-way layout with one observation per
// cell; for retrieval: Carterette, ACM TOIS 30, 2012). With MSE the mean square of what is left, on
// (runs − 1)·(topics − 1) degrees of freedom,
//
//     q = |difference of two means| / √(MSE / topics)
//
// is compared with the studentised range of all runs, so that the chance of even one false star is alpha.
// Two-tailed by nature; needs no further correction.
#pragma once

#include <cstddef>

#include "scores/score_matrix.h"
#include "stats/computed.h"
#include "stats/paired_test.h"
#include "stats/studentised_range.h"

namespace fovea::stats {

class TukeyHsd {
 public:
  /// Impossible with fewer than two runs or topics, or when run and topic explain everything.
  static Computed<TukeyHsd> fit(const ScoreMatrix& scores);

  /// The statistic is q.
  TestResult test(double difference) const;

 private:
  TukeyHsd(std::size_t runs, double freedom, double standard_error)
      : range_(runs, freedom), standard_error_(standard_error) {}

  StudentisedRange range_;
  double standard_error_;
};

}  // namespace fovea::stats
