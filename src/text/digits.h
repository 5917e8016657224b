// Whole numbers of up to eight digits read as one machine word: for the hot loop of column files, where the
// length of a number is known and a loop over its digits would mispredict its end.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace fovea {

/// Reads `text`, 1 to 8 digits, into `value`; false when it is longer, empty or holds anything else.
/// `floor` is the lowest address that may be read: the bytes before `text`, down to it, must be readable.
inline bool parse_short_digits(std::string_view text, const char* floor, std::uint32_t& value) {
  constexpr std::uint64_t kZeros = 0x3030'3030'3030'3030U;
  const std::size_t length = text.size();
  if (length - 1 >= 8) return false;
  const char* const end = text.data() + length;
  std::uint64_t word = kZeros;
  if (std::endian::native == std::endian::little && end - floor >= 8) {
    std::memcpy(&word, end - 8, sizeof word);
    // What stands before the number becomes leading zeros.
    const std::uint64_t before = (std::uint64_t{1} << (8 * (8 - length))) - 1;
    word = (word & ~before) | (kZeros & before);
  } else {
    std::uint32_t slow = 0;
    for (const char c : text) {
      if (c < '0' || c > '9') return false;
      slow = slow * 10 + static_cast<std::uint32_t>(c - '0');
    }
    value = slow;
    return true;
  }
  // Every byte is a digit when its upper half is 3 and stays 3 when 6 is added.
  constexpr std::uint64_t kUpper = 0xF0F0'F0F0'F0F0'F0F0U;
  if (((word & kUpper) | (((word + 0x0606'0606'0606'0606U) & kUpper) >> 4)) != 0x3333'3333'3333'3333U) {
    return false;
  }
  word -= kZeros;
  // Neighbours are joined: digits to pairs, pairs to fours, fours to the number.
  word = word * 10 + (word >> 8);
  constexpr std::uint64_t kPairs = 0x0000'00FF'0000'00FFU;
  word = ((word & kPairs) * (100 + (std::uint64_t{1'000'000} << 32)) +
          ((word >> 16) & kPairs) * (1 + (std::uint64_t{10'000} << 32))) >>
         32;
  value = static_cast<std::uint32_t>(word);
  return true;
}

}  // namespace fovea
