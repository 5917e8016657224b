// Reading and writing the little-endian numbers of stored records.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>

namespace fovea {

/// Thrown when stored bytes are not what fovea wrote: the file was damaged behind our back. The message names
/// what is broken; whoever opened the collection adds its file.
class CorruptCollection : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

template <class Number>
Number load(const char* at) {
  Number value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

/// Numbers of one width behind one another, two or four bytes each. The width is chosen per document: most
/// are short enough for two.
class PackedColumn {
 public:
  PackedColumn() = default;
  PackedColumn(const char* first, bool wide) : first_(first), wide_(wide) {}
  std::uint32_t operator[](std::size_t index) const {
    return wide_ ? load<std::uint32_t>(first_ + 4 * index) : load<std::uint16_t>(first_ + 2 * index);
  }

 private:
  const char* first_ = nullptr;
  bool wide_ = false;
};

template <class Number>
void store(std::string& out, Number value) {
  char bytes[sizeof value];
  std::memcpy(bytes, &value, sizeof value);
  out.append(bytes, sizeof value);
}

}  // namespace fovea
