#include "report/tables/columns.h"

#include <algorithm>
#include <cstddef>

#include "text/unicode.h"

namespace fovea {

std::string to_columns(const Table& table) {
  std::vector<std::vector<std::string>> lines = table.rows;
  if (!table.header.empty()) lines.insert(lines.begin(), table.header);
  std::vector<std::size_t> widths;
  for (const auto& line : lines) {
    widths.resize(std::max(widths.size(), line.size()), 0);
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], count_code_points(line[i]));
  }
  std::string out;
  for (const auto& line : lines) {
    std::string padded;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const std::string blanks(widths[i] - count_code_points(line[i]), ' ');
      if (i > 0) padded += "  ";
      padded += i < table.name_columns ? line[i] + blanks : blanks + line[i];
    }
    padded.erase(padded.find_last_not_of(' ') + 1);
    out += padded + '\n';
  }
  return out;
}

}  // namespace fovea
