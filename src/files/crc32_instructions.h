// CRC-32 as in zlib, by the carry-less multiplication of x86 processors: some ten times as fast as zlib's tables. Every
// record of a collection is compared with its sum before it is used, and that must cost next to nothing.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fovea {

/// Whether this processor has the instruction.
bool has_crc32_instructions();

/// Whole blocks of 16 bytes, four at least, are added this way; what is left over is for zlib.
inline constexpr std::size_t kLeastCrc32Bytes = 64;

/// The sum of `size` bytes, a multiple of 16 and at least kLeastCrc32Bytes. Only where the instruction exists.
std::uint32_t crc32_by_instructions(const char* bytes, std::size_t size);

}  // namespace fovea
