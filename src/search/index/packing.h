// Patched bit packing: up to 128 numbers in as few bytes as one width allows.
//
// All numbers are stored in `width` bits; of those that need more, the exceptions, place and higher bits follow. The
// width is the one that takes the fewest bytes. A block of 128 lies in four lanes, number i in lane i mod 4, so that
// plain loops over lanes become vector instructions; a shorter one is a single stream of bits.
//
//     byte 0            width (0–32), and 64 if there are exceptions
//     width bits each   128 numbers: 4 × width words of 32 bits, word k of lane l at 4k + l; fewer: one stream, filled
//                       up to a byte
//     exceptions        their number − 1 (a byte), their places (a byte each), their higher bits (bytes.h)
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::search {

inline constexpr std::size_t kBlockSize = 128;

/// Appends 1 to 128 numbers.
void pack(std::span<const std::uint32_t> values, std::string& out);

/// Reads `values.size()` numbers, 1 to 128, from the beginning of `bytes`; returns how many bytes they took. Throws
/// CorruptFile when they go past the end.
std::size_t unpack(std::string_view bytes, std::span<std::uint32_t> values);

/// Any number of numbers, in blocks.
void pack_all(std::span<const std::uint32_t> values, std::string& out);
/// `count` numbers; returns how many bytes they took.
std::size_t unpack_all(std::string_view bytes, std::size_t count, std::vector<std::uint32_t>& values);

}  // namespace fovea::search
