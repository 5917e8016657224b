#include "stats/kappa.h"

namespace fovea::stats {

Computed<double> cohens_kappa(const JointDecisions& decisions) {
  const auto both = static_cast<double>(decisions.both);
  const auto only_first = static_cast<double>(decisions.only_first);
  const auto only_second = static_cast<double>(decisions.only_second);
  const auto neither = static_cast<double>(decisions.neither);
  const double all = both + only_first + only_second + neither;
  if (all == 0) return Impossible{"no article was judged by both"};
  const double observed = (both + neither) / all;
  const double expected =
      ((both + only_first) * (both + only_second) + (neither + only_first) * (neither + only_second)) /
      (all * all);
  if (expected >= 1) return Impossible{"both assessors gave all articles the same judgement"};
  return (observed - expected) / (1 - expected);
}

}  // namespace fovea::stats
