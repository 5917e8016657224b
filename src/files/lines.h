// Lines and columns of a text file, as views: no row is ever copied.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

namespace fovea {

/// Walks the lines of a buffer. LF and CRLF end a line; the end mark is not part of it.
class LineReader {
 public:
  explicit LineReader(std::string_view bytes, std::uint64_t first_line = 1)
      : rest_(bytes), next_line_(first_line) {}

  bool next(std::string_view& line) {
    if (rest_.empty()) return false;
    const auto* end = static_cast<const char*>(std::memchr(rest_.data(), '\n', rest_.size()));
    const std::size_t length = end == nullptr ? rest_.size() : static_cast<std::size_t>(end - rest_.data());
    line = rest_.substr(0, length);
    rest_.remove_prefix(end == nullptr ? length : length + 1);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    ++next_line_;
    return true;
  }
  /// The number of the line that next() gave last.
  std::uint64_t line_number() const { return next_line_ - 1; }

 private:
  std::string_view rest_;
  std::uint64_t next_line_;
};

constexpr bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

/// Takes the next blank-separated column off the front of `rest`; empty when none is left.
inline std::string_view take_column(std::string_view& rest) {
  const char* at = rest.data();
  const char* const end = at + rest.size();
  while (at != end && is_blank(*at)) ++at;
  const char* const first = at;
  while (at != end && !is_blank(*at)) ++at;
  rest = {at, static_cast<std::size_t>(end - at)};
  return {first, static_cast<std::size_t>(at - first)};
}

/// Splits a line at blanks into at most `columns.size()` views; returns how many columns the line has, which
/// may be more than were stored.
std::size_t split_columns(std::string_view line, std::span<std::string_view> columns);

/// The column, in characters from 1, at which `part` (a view into `line`) begins.
std::uint64_t column_of(std::string_view line, std::string_view part);

/// A stretch of whole lines, for readers that work on several cores.
struct LineWindow {
  std::string_view bytes;
  std::uint64_t first_line = 1;  ///< its number in the file
};

/// Stretches of about `size` bytes; a line is never cut, so that one may be longer.
std::vector<std::string_view> cut_at_lines(std::string_view bytes, std::size_t size);

/// The same with the numbers of their lines, which takes a pass over all of them but the last.
std::vector<LineWindow> line_windows(std::string_view bytes, std::size_t size);

}  // namespace fovea
