// A table of text: what every report ends in, and the ways to write it down.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fovea {

struct Table {
  std::vector<std::string> header;
  /// Each as long as the header.
  std::vector<std::vector<std::string>> rows;
  /// So many columns at the left hold names; the others hold numbers and are aligned to the right.
  std::size_t name_columns = 1;
};

/// Without the columns of names, behind the first, in which nothing or only "–" stands.
Table without_empty_columns(Table table);

/// For the terminal: columns side by side, padded with blanks. Two blanks between columns, none at the end of
/// a line. An empty header leaves the header line out. Where the lines would be longer than `width`, and that
/// is not 0, the columns of numbers are shown some at a time, each time behind the names; names that leave no
/// room for them are cut in the middle.
std::string to_columns(const Table& table, std::size_t width = 0);

/// Columns between tabs. A tab, line end or backslash in a field becomes "\t", "\n", "\r", "\\".
std::string to_tsv(const Table& table);
/// RFC 4180: fields with commas, quotes or line ends stand in quotes.
std::string to_csv(const Table& table);
/// A table for GitHub and pandoc, padded so that it can be read as it is.
std::string to_markdown(const Table& table);
/// A tabular for the package booktabs, as a comment above it says; with the best of each column in bold, if asked.
std::string to_latex(const Table& table, bool mark_best = false);
/// The comment above each table: what it needs in the preamble of the document.
inline constexpr std::string_view kLatexNeeds = "% In the preamble: \\usepackage{booktabs}\n";

/// The highest number of each column as it is written; empty for columns of names, and for tables of one row.
std::vector<std::string> best_cells(const Table& table);

/// Text as LaTeX prints it: what LaTeX would take for markup is escaped.
std::string latex_escape(std::string_view text);

}  // namespace fovea
