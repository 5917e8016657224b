// Reading and writing the little-endian numbers of stored records.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace fovea {

template <class Number>
Number load(const char* at) {
  Number value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

/// The bytes that numbers up to `largest` need: 1 to 4.
constexpr unsigned width_for(std::uint32_t largest) {
  return largest <= 0xFF ? 1 : largest <= 0xFFFF ? 2 : largest <= 0xFFFFFF ? 3 : 4;
}

/// A number in each of many equal entries: `stride` bytes apart, 1 to 4 bytes wide. The width is chosen per document.
class PackedColumn {
 public:
  PackedColumn() = default;
  PackedColumn(const char* first, unsigned width, std::size_t stride)
      : first_(first), stride_(stride), width_(width) {}
  std::uint32_t operator[](std::size_t index) const {
    const char* const at = first_ + stride_ * index;
    switch (width_) {
      case 1:
        return load<std::uint8_t>(at);
      case 2:
        return load<std::uint16_t>(at);
      case 3:
        return load<std::uint16_t>(at) | std::uint32_t{load<std::uint8_t>(at + 2)} << 16;
      default:
        return load<std::uint32_t>(at);
    }
  }

 private:
  const char* first_ = nullptr;
  std::size_t stride_ = 0;
  unsigned width_ = 1;
};

}  // namespace fovea
