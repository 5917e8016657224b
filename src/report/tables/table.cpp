#include "report/tables/table.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <limits>

#include "files/csv.h"
#include "text/escape.h"
#include "text/unicode.h"

namespace fovea {

namespace {

constexpr Escapes kTsvEscapes{{'\t', "\\t"}, {'\n', "\\n"}, {'\r', "\\r"}, {'\\', "\\\\"}};
constexpr Escapes kMarkdownEscapes{{'|', "\\|"}, {'\\', "\\\\"}, {'\n', " "}, {'\r', " "}};
/// In LaTeX's own font encoding < > and | are other characters.
constexpr Escapes kLatexEscapes{{'\\', "\\textbackslash{}"},
                                {'~', "\\textasciitilde{}"},
                                {'^', "\\textasciicircum{}"},
                                {'<', "\\textless{}"},
                                {'>', "\\textgreater{}"},
                                {'|', "\\textbar{}"},
                                {'&', "\\&"},
                                {'%', "\\%"},
                                {'$', "\\$"},
                                {'#', "\\#"},
                                {'_', "\\_"},
                                {'{', "\\{"},
                                {'}', "\\}"}};

template <typename Field>
void add_row(std::string& out, const std::vector<std::string>& row, std::string_view separator, Field field) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (i > 0) out += separator;
    out += field(row[i]);
  }
}

template <typename Field>
std::string separated(const Table& table, std::string_view separator, Field field) {
  std::string out;
  add_row(out, table.header, separator, field);
  out += '\n';
  for (const auto& row : table.rows) {
    add_row(out, row, separator, field);
    out += '\n';
  }
  return out;
}

}  // namespace

Table without_empty_columns(Table table) {
  for (std::size_t column = table.name_columns; column-- > 1;) {
    const auto says = [column](const auto& row) { return !row[column].empty() && row[column] != "–"; };
    if (std::ranges::any_of(table.rows, says)) continue;
    const auto drop = [column](auto& row) { row.erase(row.begin() + static_cast<std::ptrdiff_t>(column)); };
    drop(table.header);
    std::ranges::for_each(table.rows, drop);
    --table.name_columns;
  }
  return table;
}

std::string to_tsv(const Table& table) {
  return separated(table, "\t", [](std::string_view text) { return visible(kTsvEscapes.of(text)); });
}

std::string to_csv(const Table& table) {
  return separated(table, ",", [](std::string_view text) { return csv_field(visible(text, "\r\n\t")); });
}

std::string to_markdown(const Table& table) {
  std::vector<std::vector<std::string>> lines = {table.header};
  lines.insert(lines.end(), table.rows.begin(), table.rows.end());
  std::vector<std::size_t> widths(table.header.size(), 3);
  for (auto& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      line[i] = kMarkdownEscapes.of(visible(line[i], "\r\n"));
      widths[i] = std::max(widths[i], count_code_points(line[i]));
    }
  }
  std::string out;
  for (std::size_t at = 0; at < lines.size(); ++at) {
    for (std::size_t i = 0; i < lines[at].size(); ++i) {
      const std::string padding(widths[i] - count_code_points(lines[at][i]), ' ');
      out += "| " + (i < table.name_columns ? lines[at][i] + padding : padding + lines[at][i]) + ' ';
    }
    out += "|\n";
    if (at > 0) continue;
    for (std::size_t i = 0; i < widths.size(); ++i) {
      out += '|' + std::string(widths[i] + 1, '-') + (i < table.name_columns ? '-' : ':');
    }
    out += "|\n";
  }
  return out;
}

std::string latex_escape(std::string_view text) {
  std::string out = kLatexEscapes.of(visible(text, "\r\n\t"));
  // A line end could end the cell's paragraph.
  std::ranges::replace_if(
      out, [](unsigned char c) { return c < ' '; }, ' ');
  return out;
}

std::vector<std::string> best_cells(const Table& table) {
  std::vector<std::string> best(table.header.size());
  if (table.rows.size() < 2) return best;
  for (std::size_t column = table.name_columns; column < best.size(); ++column) {
    double highest = -std::numeric_limits<double>::infinity();
    for (const auto& row : table.rows) {
      char* end = nullptr;
      const double value = std::strtod(row[column].c_str(), &end);
      if (end == row[column].c_str() || !(value > highest)) continue;
      highest = value;
      best[column] = row[column];
    }
  }
  return best;
}

std::string to_latex(const Table& table, bool mark_best) {
  const std::vector<std::string> best = mark_best ? best_cells(table) : std::vector<std::string>();
  std::string out = std::string(kLatexNeeds) + "\\begin{tabular}{";
  for (std::size_t i = 0; i < table.header.size(); ++i) out += i < table.name_columns ? 'l' : 'r';
  out += "}\n\\toprule\n";
  add_row(out, table.header, " & ", latex_escape);
  out += " \\\\\n\\midrule\n";
  for (const auto& row : table.rows) {
    // Behind the \\ of the row above, [ would open its argument and * be part of it.
    if (row.front().starts_with('[') || row.front().starts_with('*')) out += "{}";
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0) out += " & ";
      const std::string text = latex_escape(row[i]);
      const bool bold = !best.empty() && !best[i].empty() && row[i] == best[i];
      out += bold ? "\\textbf{" + text + "}" : text;
    }
    out += " \\\\\n";
  }
  return out + "\\bottomrule\n\\end{tabular}\n";
}

}  // namespace fovea
