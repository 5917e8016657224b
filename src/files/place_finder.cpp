#include "files/place_finder.h"

#include <algorithm>
#include <utility>

namespace fovea {

PlaceFinder::PlaceFinder(std::string file, std::string_view bytes, std::uint64_t first_line)
    : file_(std::move(file)), bytes_(bytes), first_line_(first_line), line_(first_line) {}

Place PlaceFinder::operator()(std::size_t byte) {
  byte = std::min(byte, bytes_.size());
  if (byte < byte_) {
    byte_ = 0;
    line_ = first_line_;
    column_ = 1;
  }
  for (; byte_ < byte; ++byte_) {
    const char c = bytes_[byte_];
    if (c == '\n') {
      ++line_;
      column_ = 1;
    } else if ((c & 0xC0) != 0x80) {
      ++column_;
    }
  }
  return {file_, line_, column_};
}

}  // namespace fovea
