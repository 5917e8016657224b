// Tuning with cross-validation: what settings gain on topics they were not chosen by.
//
// Topics are dealt to folds, shuffled by a seed. For each fold the settings are chosen by the topics of the others, and its
// own topics are scored with them: the held-out scores. The settings that are kept in the end are chosen by all topics; what
// they score there is no promise for others, and the held-out mean is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "search/pipeline/pipeline.h"
#include "stats/computed.h"
#include "stats/sample.h"
#include "tune/objective.h"
#include "tune/settings.h"
#include "tune/tuner.h"

namespace fovea::tune {

struct TunedFold {
  std::vector<std::size_t> topics;  ///< held out, in order
  Changes changes;                  ///< chosen by the others
  double training = 0;              ///< mean over the others
  double held_out = 0;              ///< mean over its own
};

struct Tuning {
  std::vector<TunedFold> folds;  ///< none where there was one fold
  std::vector<double> preset;    ///< by topic: what the preset scores as it is
  std::vector<double> held_out;  ///< by topic; empty without folds
  Changes changes;               ///< chosen by all topics
  double training = 0;           ///< mean over all topics, with these

  /// Held-out minus preset: its mean, an interval of 95 %, and p of a paired t-test, two-tailed.
  double gain = 0;
  stats::Computed<stats::Interval> interval = stats::Impossible{"nothing was held out"};
  stats::Computed<double> p = stats::Impossible{"nothing was held out"};
};

/// The folds of so many topics: sizes differ by one at most.
std::vector<std::vector<std::size_t>> deal_folds(std::size_t topics, std::size_t folds, std::uint64_t seed);

/// With one fold nothing is held out. `folds` is at most the number of topics. Worth nothing after a fault of the objective.
Tuning tune(Objective& objective, const search::Pipeline& pipeline, Tuner& tuner, std::size_t folds,
            std::uint64_t seed);

}  // namespace fovea::tune
