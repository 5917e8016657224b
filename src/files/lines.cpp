#include "files/lines.h"

#include <tbb/parallel_for.h>

#include <algorithm>

#include "text/unicode.h"

namespace fovea {

std::size_t split_columns(std::string_view line, std::span<std::string_view> columns) {
  std::size_t count = 0;
  for (std::string_view column = take_column(line); !column.empty(); column = take_column(line)) {
    if (count < columns.size()) columns[count] = column;
    ++count;
  }
  return count;
}

std::uint64_t column_of(std::string_view line, std::string_view part) {
  // Bytes that are no characters do not move the column: good enough for a place in a broken file.
  return 1 + count_code_points(line.substr(0, static_cast<std::size_t>(part.data() - line.data())));
}

std::vector<std::string_view> cut_at_lines(std::string_view bytes, std::size_t size) {
  std::vector<std::string_view> stretches;
  while (!bytes.empty()) {
    std::size_t length = bytes.size();
    if (length > size) {
      const std::size_t newline = bytes.find('\n', size - 1);
      if (newline != std::string_view::npos) length = newline + 1;
    }
    stretches.push_back(bytes.substr(0, length));
    bytes.remove_prefix(length);
  }
  return stretches;
}

std::vector<LineWindow> line_windows(std::string_view bytes, std::size_t size) {
  std::vector<LineWindow> windows;
  for (const std::string_view stretch : cut_at_lines(bytes, size)) windows.push_back({stretch});
  std::vector<std::uint64_t> lines(windows.size());
  if (windows.size() > 1) {
    tbb::parallel_for(std::size_t{0}, windows.size() - 1, [&](std::size_t i) {
      lines[i] =
          static_cast<std::uint64_t>(std::count(windows[i].bytes.begin(), windows[i].bytes.end(), '\n'));
    });
  }
  for (std::size_t i = 1; i < windows.size(); ++i)
    windows[i].first_line = windows[i - 1].first_line + lines[i - 1];
  return windows;
}

}  // namespace fovea
