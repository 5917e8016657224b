// From a byte of a file to the line and column that a message names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "files/diagnostics.h"

namespace fovea {

/// Remembers where it was asked last and walks on from there: asking in the order of the file costs one pass
/// over it, however many faults the file has and even if all of it is one line.
class PlaceFinder {
 public:
  /// `bytes` must outlive the finder; `first_line` is the number of its first line.
  PlaceFinder(std::string file, std::string_view bytes, std::uint64_t first_line = 1);

  /// The place of a byte; one past the end is the end.
  Place operator()(std::size_t byte);

 private:
  std::string file_;
  std::string_view bytes_;
  std::uint64_t first_line_;
  std::size_t byte_ = 0;
  std::uint64_t line_;
  std::uint64_t column_ = 1;
};

}  // namespace fovea
