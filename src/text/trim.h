// White space around a text.
#pragma once

#include <string_view>

namespace fovea {

inline constexpr std::string_view kWhiteSpace = " \t\r\n";
inline constexpr std::string_view kBlanks = " \t";  ///< white space inside a line

/// The text without the `white` characters around it.
constexpr std::string_view trim(std::string_view text, std::string_view white = kWhiteSpace) {
  const std::size_t first = text.find_first_not_of(white);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(white) - first + 1);
}

}  // namespace fovea
