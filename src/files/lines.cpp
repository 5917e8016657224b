#include "files/lines.h"

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

}  // namespace fovea
