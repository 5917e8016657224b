#include "pools/contributions.h"

#include <algorithm>

namespace fovea::pools {

PoolGroups::PoolGroups(const Pool& pool) {
  for (const PooledRun& run : pool.runs) {
    const auto found = std::ranges::find(names, run.group);
    of_run.push_back(static_cast<std::uint32_t>(found - names.begin()));
    if (found == names.end()) names.push_back(run.group);
  }
}

Contributors contributors_of(const PoolTopic& topic, const PoolItem& item, const PoolGroups& groups) {
  Contributors out;
  for (const Origin& origin : item.origins) {
    if (!contributed(topic, origin)) continue;
    out.runs.push_back(origin.run);
    out.groups.push_back(groups.of_run[origin.run]);
  }
  std::ranges::sort(out.groups);
  const auto repeated = std::ranges::unique(out.groups);
  out.groups.erase(repeated.begin(), repeated.end());
  return out;
}

}  // namespace fovea::pools
