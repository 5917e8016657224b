// Prose in lines that fit a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace fovea {

struct Wrap {
  std::size_t width = 80;        ///< characters in a line, at most
  std::size_t first = 0;         ///< blanks before the first line
  std::size_t rest = 0;          ///< blanks before all others
  std::string_view broken = {};  ///< what stands at the end of a line that goes on below, such as " \"
};

/// Lines broken at blanks only, without a line end behind the last: a word that is longer than a line has one for
/// itself. Several blanks between words become one; `text` must be well-formed UTF-8.
std::string wrap(std::string_view text, const Wrap& how);

}  // namespace fovea
