// Numbers of any size in few bytes, and a reader that never leaves its bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "files/section_file.h"

namespace fovea::search {

/// Seven bits per byte, the lowest first; the last byte is below 128.
template <class Out>
void put_number(Out& out, std::uint64_t value) {
  while (value >= 0x80) {
    out += static_cast<char>(value | 0x80);
    value >>= 7;
  }
  out += static_cast<char>(value);
}

/// Reads stored bytes from front to back; throws CorruptFile rather than go past their end.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes, std::size_t at = 0) : bytes_(bytes), at_(at) {}

  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (at_ >= bytes_.size()) fail();
      const auto byte = static_cast<unsigned char>(bytes_[at_++]);
      value |= std::uint64_t{byte & 0x7FU} << shift;
      if (byte < 0x80) return value;
    }
    fail();
  }
  /// A number that fits 32 bits.
  std::uint32_t number32() {
    const std::uint64_t value = number();
    if (value > UINT32_MAX) fail();
    return static_cast<std::uint32_t>(value);
  }
  std::string_view bytes(std::uint64_t size) {
    if (size > bytes_.size() - at_) fail();
    const std::string_view found = bytes_.substr(at_, size);
    at_ += size;
    return found;
  }
  template <class Number>
  Number fixed() {
    Number value;
    std::memcpy(&value, bytes(sizeof value).data(), sizeof value);
    return value;
  }
  std::string_view rest() const { return bytes_.substr(at_); }
  std::size_t at() const { return at_; }
  bool at_end() const { return at_ == bytes_.size(); }

  [[noreturn]] static void fail() { throw CorruptFile("a number of the index leads outside it"); }

 private:
  std::string_view bytes_;
  std::size_t at_;
};

template <class Number>
void put_fixed(std::string& out, Number value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

}  // namespace fovea::search
