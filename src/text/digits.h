// Short numbers read as one or two machine words: for the hot loop of column files, where the length of a
// number is known and a loop over its digits would mispredict its end. What these functions refuse may still
// be a number: ask text/numbers.h. They are inlined by force: in a large unit (FOVEA_UNITY) GCC would rather
// call them, which costs 5 % of an evaluation.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace fovea {

namespace digits {

inline constexpr std::uint64_t kZeros = 0x3030'3030'3030'3030U;

/// The low `bytes` bytes of a word, 0 to 7.
constexpr std::uint64_t low(std::size_t bytes) {
  return (std::uint64_t{1} << (8 * bytes)) - 1;
}

/// Turns eight characters, the first in the lowest byte, into a number; false unless all are digits.
[[gnu::always_inline]] inline bool convert(std::uint64_t word, std::uint32_t& value) {
  // A byte is a digit when its upper half is 3 and stays 3 when 6 is added.
  constexpr std::uint64_t kUpper = 0xF0F0'F0F0'F0F0'F0F0U;
  if (((word & kUpper) | (((word + 0x0606'0606'0606'0606U) & kUpper) >> 4)) != 0x3333'3333'3333'3333U) {
    return false;
  }
  // Neighbours are joined: digits to pairs, pairs to fours, fours to the number.
  word -= kZeros;
  word = word * 10 + (word >> 8);
  constexpr std::uint64_t kPairs = 0x0000'00FF'0000'00FFU;
  word = ((word & kPairs) * (100 + (std::uint64_t{1'000'000} << 32)) +
          ((word >> 16) & kPairs) * (1 + (std::uint64_t{10'000} << 32))) >>
         32;
  value = static_cast<std::uint32_t>(word);
  return true;
}

/// The eight bytes before `end`.
[[gnu::always_inline]] inline std::uint64_t load_before(const char* end) {
  std::uint64_t word = 0;
  std::memcpy(&word, end - sizeof word, sizeof word);
  return word;
}

}  // namespace digits

/// Reads `text`, 1 to 8 digits, into `value`; false when it is longer, empty or holds anything else.
/// `floor` is the lowest address that may be read: the bytes before `text`, down to it, must be readable.
[[gnu::always_inline]] inline bool parse_short_digits(std::string_view text, const char* floor,
                                                      std::uint32_t& value) {
  const std::size_t length = text.size();
  const char* const end = text.data() + length;
  if (length - 1 >= 8) return false;
  if (std::endian::native == std::endian::little && end - floor >= 8) [[likely]] {
    // What stands before the number becomes leading zeros.
    const std::uint64_t before = digits::low(8 - length);
    return digits::convert((digits::load_before(end) & ~before) | (digits::kZeros & before), value);
  }
  std::uint32_t sum = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return false;
    sum = sum * 10 + static_cast<std::uint32_t>(c - '0');
  }
  value = sum;
  return true;
}

/// Reads "9900.9901": up to eight digits with a point among them. The contract of parse_short_digits.
/// Digits and power of ten are exact doubles, so that one division rounds correctly (Clinger 1990).
[[gnu::always_inline]] inline bool parse_short_decimal(std::string_view text, const char* floor,
                                                       double& value) {
  static constexpr std::array<double, 8> kPowers = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7};
  const std::size_t length = text.size();
  const char* const end = text.data() + length;
  if (std::endian::native != std::endian::little || length < 3 || length > 9 || end - floor < 16)
    return false;
  const std::uint64_t word = digits::load_before(end);
  // The point: the highest byte that is zero after taking '.' from each.
  const std::uint64_t rest = word ^ 0x2E2E'2E2E'2E2E'2E2EU;
  const std::uint64_t points = (rest - 0x0101'0101'0101'0101U) & ~rest & 0x8080'8080'8080'8080U;
  const auto decimals = static_cast<std::size_t>(std::countl_zero(points)) / 8;
  if (decimals == 0 || decimals > 7 || decimals + 2 > length || end[-1 - static_cast<int>(decimals)] != '.') {
    return false;
  }
  // The digits before the point are moved over it; what stands before the number becomes leading zeros.
  const std::uint64_t whole = digits::load_before(end - decimals - 1) >> (8 * decimals);
  const std::uint64_t joined = (word & ~digits::low(8 - decimals)) | whole;
  const std::uint64_t before = digits::low(9 - length);
  std::uint32_t number = 0;
  if (!digits::convert((joined & ~before) | (digits::kZeros & before), number)) return false;
  value = number / kPowers[decimals];
  return true;
}

}  // namespace fovea
