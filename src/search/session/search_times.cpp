#include "search/session/search_times.h"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <vector>

namespace fovea::search {

namespace {

double process_ms() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

/// Linux counts what the process had to fetch, mapped files included, in blocks of 512 bytes.
std::uint64_t fetched_bytes() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  return static_cast<std::uint64_t>(used.ru_inblock) * 512;
}

/// The lower one of the two in the middle, so that every figure is one that was measured.
template <class Figure>
Figure middle(std::vector<SearchTimes>& all, Figure SearchTimes::*figure) {
  std::ranges::sort(all, {}, figure);
  return all[(all.size() - 1) / 2].*figure;
}

}  // namespace

SearchTimes time_search(std::size_t repeat, const std::function<std::uint64_t()>& work) {
  std::vector<SearchTimes> all;
  for (std::size_t i = 0; i < std::max<std::size_t>(repeat, 1); ++i) {
    const std::uint64_t bytes = fetched_bytes();
    const double cpu = process_ms();
    const auto begin = std::chrono::steady_clock::now();
    SearchTimes times;
    times.postings = work();
    times.wall_ms =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    times.cpu_ms = process_ms() - cpu;
    times.bytes = fetched_bytes() - bytes;
    all.push_back(times);
  }
  SearchTimes typical;
  typical.wall_ms = middle(all, &SearchTimes::wall_ms);
  typical.cpu_ms = middle(all, &SearchTimes::cpu_ms);
  typical.bytes = middle(all, &SearchTimes::bytes);
  typical.postings = middle(all, &SearchTimes::postings);
  return typical;
}

}  // namespace fovea::search
