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

#include "collection/collection.h"
#include "files/diagnostics.h"
#include "files/input.h"
#include "judgements/judgements.h"
#include "pools/methods/method.h"
#include "pools/pool.h"
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

/// Adaptive methods give what they begin with. Documents that the collection lacks, and sizes of topics that there are
/// not, are warnings in `said`, bad rows of runs errors.
Pool build_pool(const PoolSource& source, const PoolSettings& settings, const PoolGrowth& growth,
                Diagnostics& said);

/// `settings` are those of the pool with what is to be different; the runs of the source begin with those of the pool.
Pool extend_pool(const Pool& earlier, const PoolSource& source, const PoolSettings& settings,
                 const PoolGrowth& growth, Diagnostics& said);

}  // namespace fovea::pools
