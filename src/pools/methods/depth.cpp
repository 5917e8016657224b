// Depth: what any run ranks among its first K documents. The pools of TREC.
#include <algorithm>

#include "pools/methods/method.h"

namespace fovea::pools {

namespace {

/// Rank by rank, so that a pool that is judged in order has the tops of all runs first.
void fill_to_depth(TopicPool& pool, const PoolSettings& /*settings*/, std::size_t most) {
  std::size_t deepest = 0;
  for (const auto& list : pool.lists().lists) deepest = std::max(deepest, list.size());
  deepest = std::min(deepest, most);
  for (std::uint32_t rank = 1; rank <= deepest; ++rank) {
    for (std::uint32_t run = 0; run < pool.runs().size(); ++run) pool.take_to(run, rank);
  }
}

}  // namespace

const PoolMethod methods::kDepth = {
    .name = "depth",
    .takes = "the first K documents of every run",
    .source =
        "Spärck Jones & van Rijsbergen, Report on the need for and provision of an 'ideal' information retrieval "
        "test collection, 1975",
    .fill = fill_to_depth,
    .by_depth = true};

}  // namespace fovea::pools
