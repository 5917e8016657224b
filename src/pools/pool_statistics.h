// A pool in figures: how large, from whom, how much of it is found relevant, how long judging it takes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "judgements/judgements.h"
#include "pools/pool.h"

namespace fovea::pools {

/// What is asked of a set of items once some are judged.
struct JudgedItems {
  std::uint64_t judged = 0;
  std::uint64_t relevant = 0;
  std::uint64_t relevant_characters = 0;
};

struct TopicStatistics {
  std::string topic;
  std::uint64_t items = 0;
  JudgedItems judged;
  /// Contributed by one run, by several of one group, by several groups.
  std::uint64_t one_run = 0, one_group = 0, many = 0;
  std::uint64_t unknown = 0;
};

/// Of a run, or of a group of runs.
struct ContributorStatistics {
  std::string name;
  std::string group;  ///< of a run
  std::uint64_t runs = 1;
  /// Over the topics that it answers within the pool: mean and largest reach; of a run.
  double mean_reach = 0;
  std::uint32_t largest_reach = 0;
  std::uint64_t contributed = 0;
  /// What nobody else contributed.
  std::uint64_t unique = 0;
  JudgedItems unique_judged;
};

/// Two groups, and the items that both contributed.
struct GroupOverlap {
  std::string first, second;
  std::uint64_t common = 0;
  /// Of the items that either contributed.
  double share = 0;
};

struct PoolStatistics {
  std::vector<TopicStatistics> topics;
  TopicStatistics all;
  std::vector<ContributorStatistics> runs;
  std::vector<ContributorStatistics> groups;
  std::vector<GroupOverlap> overlaps;
  /// Whether judgements were given.
  bool judged = false;
};

/// Seconds that people need for an article.
inline constexpr double kSecondsPerArticle = 40;
inline double hours_for(std::uint64_t articles) {
  return static_cast<double>(articles) * kSecondsPerArticle / 3600;
}

/// `judgements` may be nullptr.
PoolStatistics describe(const Pool& pool, const Judgements* judgements);

}  // namespace fovea::pools
