// A text file cut into windows of whole lines, for readers that work on several cores.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace fovea {

struct LineWindow {
  std::string_view bytes;
  std::uint64_t first_line = 1;  ///< its number in the file
};

/// Stretches of about `size` bytes; a line is never cut, so that one may be longer.
std::vector<std::string_view> cut_at_lines(std::string_view bytes, std::size_t size);

/// The same with the numbers of their lines, which takes a pass over all of them but the last.
std::vector<LineWindow> line_windows(std::string_view bytes, std::size_t size);

}  // namespace fovea
