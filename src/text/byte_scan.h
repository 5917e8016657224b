// Finds the bytes of interest of a large buffer 64 at a time, as the bits of one word.
//
// Column files are bound by finding the ends of columns and lines. Looking at each byte costs a mispredicted
// branch per column; one comparison of 16 bytes costs a cycle, and walking the bits of the answer is
// predictable.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace fovea {

/// Bit i is set where byte i of the 64 bytes at `block` is one of `kWanted`.
template <char... kWanted>
inline std::uint64_t find_in_block(const char* block) {
  std::uint64_t found = 0;
#if defined(__SSE2__)
  for (unsigned part = 0; part < 4; ++part) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(block + std::size_t{16} * part));
    __m128i hits = _mm_setzero_si128();
    ((hits = _mm_or_si128(hits, _mm_cmpeq_epi8(bytes, _mm_set1_epi8(kWanted)))), ...);
    found |= std::uint64_t{static_cast<std::uint32_t>(_mm_movemask_epi8(hits))} << (16 * part);
  }
#else
  for (unsigned i = 0; i < 64; ++i) {
    found |= std::uint64_t{((block[i] == kWanted) || ...)} << i;
  }
#endif
  return found;
}

/// Walks the places of a buffer where one of `kWanted` stands.
template <char... kWanted>
class ByteScanner {
 public:
  ByteScanner(const char* begin, const char* end) : block_(begin), end_(end), found_(look()) {}

  /// The next such place, or the end of the buffer when there is none left.
  const char* next() {
    while (found_ == 0) {
      if (end_ - block_ <= kBlock) return end_;
      block_ += kBlock;
      found_ = look();
    }
    const char* const place = block_ + std::countr_zero(found_);
    found_ &= found_ - 1;
    return place;
  }

 private:
  static constexpr std::ptrdiff_t kBlock = 64;

  std::uint64_t look() const {
    if (end_ - block_ >= kBlock) return find_in_block<kWanted...>(block_);
    // Nothing is read past the end, and the padding is never wanted: what lies behind the end is masked.
    char padded[kBlock] = {};
    const auto left = static_cast<std::size_t>(end_ - block_);
    if (left == 0) return 0;
    std::memcpy(padded, block_, left);
    return find_in_block<kWanted...>(padded) & ((std::uint64_t{1} << left) - 1);
  }

  const char* block_;
  const char* end_;
  std::uint64_t found_;
};

}  // namespace fovea
