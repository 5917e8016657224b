// Several runs made one, topic by topic, with spans kept.
//
// Two results are the same when they name the same characters of the same document; where the place of an element or a
// range is not known, when they name the same path. A run that gives a result twice counts it once, where it stands
// first. Results that overlap stay side by side: what a task forbids is for `fovea check` to say.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "files/diagnostics.h"
#include "runs/order.h"
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

class Collection;

/// Whole runs, fused topic by topic in the order in which they bring the topics.
class RunFusion {
 public:
  /// The runs, and the collection, which may be nullptr, must outlive this. `order` takes the place of the formats' own.
  RunFusion(std::span<const Run> runs, const Fusion& fusion, const Collection* collection,
            std::optional<RankOrder> order);

  /// Calls `use` with each topic, fused. Bad rows go to `diagnostics`.
  void each(Diagnostics& diagnostics, const std::function<void(const TopicResults&)>& use);
  /// Results that name no place, which were left out.
  std::size_t unplaced() const { return unplaced_; }

 private:
  struct FusedTopic {
    std::string_view id;
    std::vector<std::optional<std::size_t>> in_run;  ///< its number in each run
  };

  void read(const Run& run, std::size_t topic, TopicResults& out, Diagnostics& diagnostics);

  std::span<const Run> runs_;
  Fusion fusion_;
  const Collection* collection_;
  std::optional<RankOrder> order_;
  std::vector<FusedTopic> topics_;
  std::size_t unplaced_ = 0;
};

}  // namespace fovea
