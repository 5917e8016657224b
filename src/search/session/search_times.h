// What a search costs: time on the clock and of the processor, bytes that came from the disk, postings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace fovea::search {

struct SearchTimes {
  double wall_ms = 0;
  double cpu_ms = 0;           ///< of all threads of the process
  std::uint64_t bytes = 0;     ///< read from the disk; none where the index is in memory already
  std::uint64_t postings = 0;  ///< looked at
};

/// Does the work `repeat` times, at least once, and gives the median of each figure; `work` returns the postings it read.
SearchTimes time_search(std::size_t repeat, const std::function<std::uint64_t()>& work);

}  // namespace fovea::search
