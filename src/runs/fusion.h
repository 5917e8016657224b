// Several runs made one, topic by topic, with spans kept.
//
// Two results are the same when they name the same characters of the same document; where the place of an element or a
// range is not known, when they name the same path. A run that gives a result twice counts it once, where it stands
// first. Results that overlap stay side by side: what a task forbids is for `fovea check` to say.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "runs/run.h"

namespace fovea {

enum class FusionMethod : std::uint8_t {
  /// Σ over runs of 1 / (k + rank). Cormack, Clarke and Büttcher, Reciprocal Rank Fusion Outperforms Condorcet and
  /// Individual Rank Learning Methods, SIGIR 2009.
  kReciprocalRank,
  /// Σ over runs of the score, brought to 0…1 per run and topic: (score − lowest) / (highest − lowest), and 1 for all
  /// where these are equal. Fox and Shaw, Combination of Multiple Searches, TREC-2, 1994.
  kCombSum,
};

struct Fusion {
  FusionMethod method = FusionMethod::kReciprocalRank;
  double k = 60;            ///< kReciprocalRank
  std::size_t most = 1500;  ///< results that are kept of a topic
};

/// Fuses the lists of one topic, each in the order in which its results count (runs/order.h). Results come with their
/// new score and rank, equal scores as in search: document id descending by bytes, first character, longer span.
TopicResults fuse(std::string_view topic, std::span<const TopicResults> lists, const Fusion& fusion);

}  // namespace fovea
