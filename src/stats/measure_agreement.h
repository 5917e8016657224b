// How alike two measures, or one at two depths or under two sets of judgements, order the same runs: all runs, and the
// top of either.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "stats/agreement.h"

namespace fovea::stats {

/// One side of an agreement: a measure, perhaps at some depth or under some judgements, and the mean of each
/// run.
struct RunMeans {
  std::string name;
  std::vector<double> means;
};

struct AgreementGroup {
  std::string name;  ///< "all runs", "top 10 of AP"
  Agreement agreement;
};

struct MeasureAgreement {
  std::vector<std::string> runs;
  RunMeans first;
  RunMeans second;
  /// All runs; then, where there are more than so many, the top of either.
  std::vector<AgreementGroup> groups;
  /// That the means are of, where they are of one number of topics.
  std::optional<std::size_t> topics;

  static constexpr std::size_t kTop = 10;
};

/// Both sides have a mean for every run; `top` is the size of the groups after all runs.
MeasureAgreement make_agreement(std::vector<std::string> runs, RunMeans first, RunMeans second,
                                std::optional<std::size_t> topics = std::nullopt,
                                std::size_t top = MeasureAgreement::kTop);

/// The rank of each run: 1 for the highest mean; equal means share the mean of their ranks.
std::vector<double> ranks_of(const RunMeans& side);

}  // namespace fovea::stats
