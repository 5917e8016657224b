// Who gave what to a pool: the items that one run alone contributed, one group alone, or several groups.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pools/pool.h"

namespace fovea::pools {

/// The groups of a pool, numbered by first appearance.
struct PoolGroups {
  explicit PoolGroups(const Pool& pool);

  std::vector<std::string> names;
  std::vector<std::uint32_t> of_run;  ///< by run
};

/// Who contributed an item: numbers of runs and of groups, ascending.
struct Contributors {
  std::vector<std::uint32_t> runs;
  std::vector<std::uint32_t> groups;

  std::optional<std::uint32_t> only_run() const {
    return runs.size() == 1 ? std::optional(runs.front()) : std::nullopt;
  }
  std::optional<std::uint32_t> only_group() const {
    return groups.size() == 1 ? std::optional(groups.front()) : std::nullopt;
  }
};

Contributors contributors_of(const PoolTopic& topic, const PoolItem& item, const PoolGroups& groups);

}  // namespace fovea::pools
