// The ways to choose the documents of a pool. One short file each, with a record that help and docs are made from.
//
// Methods of a fixed order (round-robin, depth) go by the runs alone. Adaptive ones look at what is judged: they play
// the run that promises most, as in a casino, and learn from every document they are told about.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "pools/pool.h"
#include "pools/topic_pool.h"

namespace fovea::pools {

/// What an adaptive method knows of the runs of a topic.
class Arms {
 public:
  virtual ~Arms() = default;
  /// How much a run promises; the largest is played, the first in seeded order among equals.
  virtual double value(std::uint32_t run) = 0;
  /// A document of this run was looked at.
  virtual void learn(std::uint32_t run, bool relevant) = 0;
  /// Called before each play, with the size of the pool: draws are made anew.
  virtual void next_play(std::size_t /*size*/) {}
};

struct PoolMethod {
  std::string_view name;
  /// The pool of a topic, in a sentence.
  std::string_view takes;
  /// Where it comes from; empty for what nobody has to be credited with.
  std::string_view source;
  /// Of a fixed order: fills the pool until it has `most` documents, or every run is read to rank `most`.
  void (*fill)(TopicPool& pool, const PoolSettings& settings, std::size_t most) = nullptr;
  /// Adaptive: what is known of the runs before the first play.
  std::unique_ptr<Arms> (*arms)(const TopicPool& pool, const PoolSettings& settings) = nullptr;
  /// Whether `most` is a depth.
  bool by_depth = false;

  bool adaptive() const { return arms != nullptr; }
};

namespace methods {
extern const PoolMethod kRoundRobin, kDepth, kMoveToFront, kMaxMean, kThompson, kMaxMeanNonStationary;
}  // namespace methods

std::span<const PoolMethod* const> all_methods();
/// nullptr when there is none.
const PoolMethod* find_method(std::string_view name);
/// "round-robin, depth, …", for help and messages.
std::string method_names();

/// What is known of a document of a topic.
enum class Known : std::uint8_t { kUnjudged, kRelevant, kNotRelevant };
using Relevance = std::function<Known(std::string_view doc)>;

/// Goes on with a pool by an adaptive method: learns from what is in it, puts in what runs that have not been read to
/// the base depth rank there, then plays until the pool has `size` documents, or `step` new ones that nobody has judged.
/// A document that is not judged counts as not relevant until it is: else a batch would come from one run.
void play(TopicPool& pool, const PoolSettings& settings, std::size_t size, std::size_t step,
          const Relevance& relevance);

}  // namespace fovea::pools
