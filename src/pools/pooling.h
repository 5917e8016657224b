// Makes pools from runs, and makes them larger.
//
// The same runs, settings and seed give the same pool on any number of cores. Extending keeps every item at its place
// with its batch; what is new comes behind, as the next batch, and items learn of the new runs that return them too.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "collection/collection.h"
#include "evaluate/track/track.h"
#include "files/diagnostics.h"
#include "files/input.h"
#include "judgements/judgements.h"
#include "pools/methods/method.h"
#include "pools/pool.h"
#include "pools/ranked_lists.h"
#include "runs/run.h"

namespace fovea::pools {

/// Sizes, or depths, of single topics.
using TopicSizes = std::map<std::string, std::size_t, std::less<>>;

/// Reads `topic<TAB>size` lines.
TopicSizes read_sizes(const InputFile& file, Diagnostics& said);

/// What is pooled.
struct PoolSource {
  /// One beside the other.
  std::span<const Run* const> runs;
  std::span<const PooledRun> pooled;
  /// Knows which documents there are; may be nullptr.
  const Collection* collection = nullptr;
};

struct PoolGrowth {
  TopicSizes sizes;
  /// The largest size or depth is taken with which all topics together have no more documents than this.
  std::optional<std::size_t> budget;
  /// Adaptive methods: what is judged so far, and how many documents that are not to add to a topic.
  const Judgements* judgements = nullptr;
  std::size_t step = 0;
};

/// How a pool is to be made.
struct PoolOrder {
  PoolSettings settings = {};
  /// In the place of size and depth.
  std::optional<std::size_t> budget = {};
};
/// What [pooling] of a track file says, round robin and the usual numbers where it is silent. A method that there is not is an error.
PoolOrder order_of(const TrackPooling& pooling, Diagnostics& said);

/// Adaptive methods give what they begin with. Documents that the collection lacks, and sizes of topics that there are
/// not, are warnings in `said`, bad rows of runs errors.
Pool build_pool(const PoolSource& source, const PoolSettings& settings, const PoolGrowth& growth,
                Diagnostics& said);

/// `settings` are those of the pool with what is to be different; the runs of the source begin with those of the pool.
Pool extend_pool(const Pool& earlier, const PoolSource& source, const PoolSettings& settings,
                 const PoolGrowth& growth, Diagnostics& said);

/// A pool of an adaptive method that goes on topic by topic, while people judge. The runs are read once. For one thread.
class GrowingPool {
 public:
  /// The runs of the source begin with those of the pool, and are its runs from now on. What it points to must outlive this.
  GrowingPool(Pool pool, const PoolSource& source, Diagnostics& said);
  GrowingPool(const GrowingPool&) = delete;
  GrowingPool& operator=(const GrowingPool&) = delete;
  ~GrowingPool();

  const Pool& pool() const { return pool_; }
  /// Plays on until the topic has its size, or `step` new documents that are not judged: the next batch. How many are new.
  std::size_t grow(std::string_view topic, const Judgements& judgements, std::size_t step);

 private:
  Pool pool_;
  PoolSource source_;
  std::vector<TopicLists> lists_;
};

}  // namespace fovea::pools
