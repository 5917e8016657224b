// Lays out a table as aligned text: columns that do not fit the width follow in further blocks, each with the names again.
#include "report/tables/table.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

#include "text/escape.h"
#include "text/unicode.h"

namespace fovea {

namespace {

using Lines = std::vector<std::vector<std::string>>;

constexpr std::size_t kGap = 2;

/// A name of at most `most` characters: its beginning and its end, where names differ.
std::string shortened(const std::string& name, std::size_t most) {
  const auto length = static_cast<Offset>(count_code_points(name));
  if (length <= most || most < 3) return name;
  const auto begin = static_cast<Offset>((most - 1) / 2);
  const auto end = static_cast<Offset>(most - 1 - begin);
  return std::string(code_point_slice(name, {0, begin})) + "…" +
         std::string(code_point_slice(name, {length - end, length}));
}

std::vector<std::size_t> widths_of(const Lines& lines) {
  std::vector<std::size_t> widths;
  for (const auto& line : lines) {
    widths.resize(std::max(widths.size(), line.size()), 0);
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], count_code_points(line[i]));
  }
  return widths;
}

/// The names, and the columns from `from` up to `to`.
void append_block(std::string& out, const Lines& lines, std::span<const std::size_t> widths,
                  std::size_t names, std::size_t from, std::size_t to) {
  for (const auto& line : lines) {
    std::string padded;
    for (std::size_t i = 0; i < std::min(line.size(), to); ++i) {
      if (i >= names && i < from) continue;
      const std::string blanks(widths[i] - count_code_points(line[i]), ' ');
      if (i > 0) padded.append(kGap, ' ');
      padded += i < names ? line[i] + blanks : blanks + line[i];
    }
    padded.erase(padded.find_last_not_of(' ') + 1);
    out += padded + '\n';
  }
}

}  // namespace

std::string to_columns(const Table& table, std::size_t width) {
  Lines lines = table.rows;
  if (!table.header.empty()) lines.insert(lines.begin(), table.header);
  for (auto& line : lines) {
    for (std::string& cell : line) cell = visible(cell);
  }
  std::vector<std::size_t> widths = widths_of(lines);
  const std::size_t names = std::min(table.name_columns, widths.size());
  if (width > 0 && names > 0 && names < widths.size()) {
    const std::size_t widest =
        *std::max_element(widths.begin() + static_cast<std::ptrdiff_t>(names), widths.end());
    const std::size_t room = width - std::min(width, widest + kGap * names);
    if (std::accumulate(widths.begin(), widths.begin() + static_cast<std::ptrdiff_t>(names), std::size_t{0}) >
        room) {
      for (auto& line : lines) {
        for (std::size_t i = 0; i < std::min(names, line.size()); ++i)
          line[i] = shortened(line[i], room / names);
      }
      widths = widths_of(lines);
    }
  }
  std::string out;
  std::size_t from = names;
  do {
    std::size_t used = 0;
    for (std::size_t i = 0; i < names; ++i) used += widths[i] + (i > 0 ? kGap : 0);
    std::size_t to = from;
    while (to < widths.size() && (width == 0 || to == from || used + kGap + widths[to] <= width)) {
      used += kGap + widths[to++];
    }
    if (!out.empty()) out += '\n';
    append_block(out, lines, widths, names, from, to);
    from = to;
  } while (from < widths.size());
  return out;
}

}  // namespace fovea
