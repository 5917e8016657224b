// Skips lines with nothing in them: a packed file of a few kilobytes may hold a thousand million of them.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "text/byte_scan.h"

namespace fovea {

struct BlankLines {
  std::string_view rest;    ///< from the beginning of a line
  std::uint64_t lines = 0;  ///< that were skipped
};

/// From the beginning of a line. 64 bytes are looked at together, so that a few such lines may be left.
inline BlankLines skip_blank_lines(std::string_view bytes) {
  constexpr std::size_t kBlock = 64;
  constexpr std::uint64_t kAll = ~std::uint64_t{0};
  BlankLines out{bytes};
  for (std::size_t at = 0; bytes.size() - at >= kBlock; at += kBlock) {
    const char* const block = bytes.data() + at;
    if (find_in_block<'\n', '\r', ' ', '\t'>(block) != kAll) break;
    const std::uint64_t ends = find_in_block<'\n'>(block);
    if (ends == 0) continue;
    out.lines += static_cast<std::uint64_t>(std::popcount(ends));
    out.rest = bytes.substr(at + kBlock - static_cast<std::size_t>(std::countl_zero(ends)));
  }
  return out;
}

/// The same, behind a line of `bytes`.
inline BlankLines skip_blank_lines_after(std::string_view bytes, const char* line_end) {
  std::string_view rest = bytes.substr(static_cast<std::size_t>(line_end - bytes.data()));
  const std::size_t end = rest.find('\n');
  return skip_blank_lines(end == std::string_view::npos ? std::string_view() : rest.substr(end + 1));
}

}  // namespace fovea
