#include "stats/random.h"

namespace fovea::stats {

PhiloxCounter philox4x32(PhiloxCounter counter, PhiloxKey key) {
  // Multipliers and key increments (golden ratio, √3 − 1) of the paper.
  constexpr std::uint64_t kMultiply0 = 0xD2511F53;
  constexpr std::uint64_t kMultiply1 = 0xCD9E8D57;
  constexpr std::uint32_t kIncrement0 = 0x9E3779B9;
  constexpr std::uint32_t kIncrement1 = 0xBB67AE85;
  constexpr int kRounds = 10;
  for (int round = 0; round < kRounds; ++round) {
    const std::uint64_t product0 = kMultiply0 * counter[0];
    const std::uint64_t product1 = kMultiply1 * counter[2];
    counter = {static_cast<std::uint32_t>(product1 >> 32) ^ counter[1] ^ key[0],
               static_cast<std::uint32_t>(product1),
               static_cast<std::uint32_t>(product0 >> 32) ^ counter[3] ^ key[1],
               static_cast<std::uint32_t>(product0)};
    key[0] += kIncrement0;
    key[1] += kIncrement1;
  }
  return counter;
}

RandomStream::RandomStream(std::uint64_t seed, std::uint64_t stream)
    : key_{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)},
      counter_{0, 0, static_cast<std::uint32_t>(stream), static_cast<std::uint32_t>(stream >> 32)} {}

std::uint32_t RandomStream::next() {
  if (used_ == block_.size()) {
    block_ = philox4x32(counter_, key_);
    if (++counter_[0] == 0) ++counter_[1];
    used_ = 0;
  }
  return block_[used_++];
}

std::uint32_t RandomStream::below(std::uint32_t bound) {
  // The upper half of word × bound is uniform but for the first (2^32 mod bound) values of the lower half,
  // which are drawn again (Lemire, ACM TOMACS 29, 2019).
  const std::uint32_t threshold = (0U - bound) % bound;
  for (;;) {
    const std::uint64_t product = std::uint64_t{next()} * bound;
    if (static_cast<std::uint32_t>(product) >= threshold) return static_cast<std::uint32_t>(product >> 32);
  }
}

double RandomStream::uniform() {
  const std::uint64_t high = next() >> 5;
  const std::uint64_t low = next() >> 6;
  return static_cast<double>(high << 26 | low) * 0x1p-53;
}

}  // namespace fovea::stats
