// Random numbers that are a function of a seed and a counter.
//
// Philox4x32-10 (Salmon, Moraes, Dror & Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011): ten
// rounds of multiplication turn (key, counter) into four words that pass the usual batteries of tests. There
// is no state to hand on, so resample 7,000 draws the same topics whichever thread computes it, and a seed
// gives the same figures on any number of threads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace fovea::stats {

using PhiloxCounter = std::array<std::uint32_t, 4>;
using PhiloxKey = std::array<std::uint32_t, 2>;

PhiloxCounter philox4x32(PhiloxCounter counter, PhiloxKey key);

/// One of the 2^64 independent sequences of a seed.
class RandomStream {
 public:
  RandomStream(std::uint64_t seed, std::uint64_t stream);

  std::uint32_t next();
  /// 0 … bound − 1, each equally likely; `bound` at least 1.
  std::uint32_t below(std::uint32_t bound);
  /// [0, 1), with 53 random bits.
  double uniform();

 private:
  PhiloxKey key_;
  PhiloxCounter counter_;
  PhiloxCounter block_{};
  std::size_t used_ = 4;
};

}  // namespace fovea::stats
