// Scores brought onto the same topics, so that they can be compared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "scores/scores.h"

namespace fovea {

enum class TopicChoice : std::uint8_t {
  kCommon,  ///< topics that all runs have
  kAll,     ///< topics that any run has; a run scores 0 where it has none
};

/// One measure of some scores.
struct ScoredColumn {
  const Scores& scores;
  std::size_t measure = 0;
};

struct AlignedScores {
  /// A measure per column that was asked for, the runs of the first, and the topics that were kept.
  Scores scores;
  /// Topics that some run lacks: left out with kCommon, scored 0 there with kAll.
  std::vector<std::string> incomplete;
};

/// The columns on the same topics: one, whose runs are to be compared with each other, or several, which are to
/// be compared run by run and have the same runs. Runs without a score in the first column are left out.
/// Nothing when no topic is left.
std::optional<AlignedScores> align(std::span<const ScoredColumn> columns, TopicChoice choice);

/// The runs that have a score under a measure.
std::vector<std::size_t> scored_runs(const ScoredColumn& column);

}  // namespace fovea
