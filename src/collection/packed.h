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

/// A number in each of many equal entries: `stride` bytes apart, two or four bytes wide. The width is chosen
/// per document: most are short enough for two.
class PackedColumn {
 public:
  PackedColumn() = default;
  PackedColumn(const char* first, bool wide, std::size_t stride)
      : first_(first), stride_(stride), wide_(wide) {}
  std::uint32_t operator[](std::size_t index) const {
    const char* const at = first_ + stride_ * index;
    return wide_ ? load<std::uint32_t>(at) : load<std::uint16_t>(at);
  }

 private:
  const char* first_ = nullptr;
  std::size_t stride_ = 0;
  bool wide_ = false;
};

}  // namespace fovea
