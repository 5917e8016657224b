// Lists of scores that name their topics, brought onto the same topics: a matrix that can be compared.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "stats/computed.h"
#include "stats/score_matrix.h"

namespace fovea::stats {

/// The scores of one run by topic, in any order.
struct NamedScores {
  std::string run;
  std::vector<std::string> topics;
  std::vector<double> values;
};

enum class TopicChoice : std::uint8_t {
  kCommon,  ///< topics that all runs have
  kAll,     ///< topics that any run has; a run scores 0 where it has none
};

struct AlignedScores {
  std::vector<std::string> runs;
  /// In the order of their first appearance.
  std::vector<std::string> topics;
  ScoreMatrix scores;
  /// Topics that some run lacks: left out with kCommon, scored 0 there with kAll.
  std::vector<std::string> incomplete;
};

/// Impossible when no topic is left. A topic comes once per run.
Computed<AlignedScores> align(std::span<const NamedScores> runs, TopicChoice choice);

}  // namespace fovea::stats
