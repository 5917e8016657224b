#include "pools/pool.h"

#include <algorithm>

namespace fovea::pools {

const PoolTopic* Pool::find(std::string_view topic) const {
  const auto found = std::ranges::find(topics, topic, &PoolTopic::id);
  return found == topics.end() ? nullptr : &*found;
}

std::size_t Pool::items() const {
  std::size_t count = 0;
  for (const PoolTopic& topic : topics) count += topic.items.size();
  return count;
}

}  // namespace fovea::pools
