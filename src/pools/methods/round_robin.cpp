// Round robin by group: participants take turns, so that who sends more runs gets no more of the pool. (Two of the 18
// groups of INEX 2010 sent 108 of its 192 valid runs.)
#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "pools/methods/method.h"

namespace fovea::pools {

namespace {

/// A group and its runs that have documents left, in rotation.
struct Group {
  std::vector<std::uint32_t> runs;
  std::size_t next = 0;

  /// The next run in rotation that has a document gives it; false when none has.
  bool take_turn(TopicPool& pool) {
    while (!runs.empty()) {
      next %= runs.size();
      if (pool.take_next(runs[next])) {
        ++next;
        return true;
      }
      runs.erase(runs.begin() + static_cast<std::ptrdiff_t>(next));
    }
    return false;
  }
};

/// Groups in seeded order, the runs of each in seeded order too.
std::vector<Group> groups_in_order(const TopicPool& pool, TurnsOf by) {
  std::vector<std::string_view> names;
  std::vector<Group> groups;
  absl::flat_hash_map<std::string_view, std::size_t> numbers;
  for (const std::uint32_t run : pool.seeded_order()) {
    const PooledRun& pooled = pool.runs()[run];
    const std::string_view name = by == TurnsOf::kRuns ? pooled.name : pooled.group;
    const auto [place, fresh] = numbers.try_emplace(name, groups.size());
    if (fresh) {
      names.push_back(name);
      groups.emplace_back();
    }
    groups[place->second].runs.push_back(run);
  }
  std::vector<Group> ordered;
  for (const std::uint32_t group : pool.seeded_order(names)) ordered.push_back(std::move(groups[group]));
  return ordered;
}

void fill_in_turns(TopicPool& pool, const PoolSettings& settings, std::size_t most) {
  std::vector<Group> groups = groups_in_order(pool, settings.by);
  while (pool.size() < most && !groups.empty()) {
    for (Group& group : groups) {
      if (pool.size() >= most && !settings.finish_round) return;
      group.take_turn(pool);
    }
    std::erase_if(groups, [](const Group& group) { return group.runs.empty(); });
  }
}

}  // namespace

const PoolMethod methods::kRoundRobin = {
    .name = "round-robin",
    .takes =
        "groups take turns in seeded order; at a group's turn the next of its runs, in rotation, gives its next "
        "document that is not in the pool",
    .source = "",
    .fill = fill_in_turns};

}  // namespace fovea::pools
