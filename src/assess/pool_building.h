// Making the pool of a track from its runs: by `fovea pool build` in another process with limits, as runs are checked, since runs take
// memory while they are pooled; or here.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "assess/limited_child.h"
#include "assess/limits.h"
#include "collection/collection.h"
#include "evaluate/track/track.h"
#include "pools/pool.h"
#include "pools/pooling.h"

namespace fovea::assess {

struct PoolRequest {
  std::vector<TrackRun> runs;
  pools::PoolOrder order;
  std::string file;  ///< where the pool is to be: it names its runs as they are seen from there
  const Collection* collection = nullptr;
  std::string collection_file = {};
  const std::atomic<bool>* stop = nullptr;  ///< ends the process that makes it
};

struct BuiltPool {
  pools::Pool pool;
  std::string text;  ///< of its file, which is not written yet
};

/// Throws std::exception with the reason when it cannot be made.
using PoolBuilder = std::function<BuiltPool(const PoolRequest&)>;

BuiltPool build_pool_here(const PoolRequest& request);

/// The arguments of `fovea pool build`.
struct PoolCommand {
  std::string track;  ///< a track file with the runs and the collection
  pools::PoolOrder order;
  std::string output;
};
PoolBuilder pool_builder_in_child(std::function<std::vector<std::string>(const PoolCommand&)> words,
                                  const Limits& limits);

}  // namespace fovea::assess
