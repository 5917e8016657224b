// Rows against a splitter that looks at one byte after the other.
#include "files/row_scanner.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "files/lines.h"

namespace fovea {
namespace {

using Columns = std::vector<std::string>;

/// Lines end at LF, a CR before it goes with it; the last line may lack its end.
std::vector<std::string> naive_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::string line;
  for (const char c : text) {
    line += c;
    if (c == '\n') lines.push_back(std::exchange(line, {}));
  }
  if (!line.empty()) lines.push_back(line);
  for (std::string& one : lines) {
    if (one.ends_with('\n')) one.pop_back();
    if (one.ends_with('\r')) one.pop_back();
  }
  return lines;
}

Columns naive_columns(const std::string& line, bool tabs) {
  Columns columns(1);
  for (const char c : line) {
    if (c == '\t' || (c == ' ' && !tabs)) {
      columns.emplace_back();
    } else {
      columns.back() += c;
    }
  }
  if (!tabs) std::erase(columns, "");
  return columns;
}

/// The first Row::kMost columns, and for blanks those behind them.
Columns columns_of(const Row& row, bool tabs) {
  Columns columns;
  for (std::size_t i = 0; i < std::min(row.count, Row::kMost); ++i) columns.emplace_back(row.columns[i]);
  if (tabs || row.count <= Row::kMost) return columns;
  std::string_view more = row.more();
  for (std::string_view column = take_column(more); !column.empty(); column = take_column(more)) {
    columns.emplace_back(column);
  }
  return columns;
}

template <bool kTabs>
void compare(const std::string& text) {
  RowScanner<kTabs> scanner(text);
  Row row;
  for (const std::string& line : naive_lines(text)) {
    RC_ASSERT(scanner.next(row));
    RC_ASSERT(row.line() == line);
    Columns expected = naive_columns(line, kTabs);
    RC_ASSERT(row.count == expected.size());
    if (kTabs) expected.resize(std::min(expected.size(), Row::kMost));
    RC_ASSERT(columns_of(row, kTabs) == expected);
  }
  RC_ASSERT(!scanner.next(row));
}

std::string any_text() {
  const auto length = *rc::gen::inRange<std::size_t>(0, 500);
  const int blanks = *rc::gen::inRange(1, 4);
  return *rc::gen::container<std::string>(
      length,
      rc::gen::weightedElement<char>(
          {{8, 'x'}, {static_cast<std::size_t>(blanks), ' '}, {1, '\t'}, {1, '\n'}, {1, '\r'}, {1, '#'}}));
}

RC_GTEST_PROP(RowScanner, SplitsAtBlanksLikeTheNaiveOne, ()) {
  compare<false>(any_text());
}

RC_GTEST_PROP(RowScanner, SplitsAtTabsLikeTheNaiveOne, ()) {
  compare<true>(any_text());
}

TEST(RowScanner, TellsRowsFromCommentsAndEmptyLines) {
  RowScanner<false> scanner("# a comment\n\n  \n a row\n");
  Row row;
  std::vector<bool> content;
  while (scanner.next(row)) content.push_back(row.is_content());
  EXPECT_EQ(content, (std::vector<bool>{false, false, false, true}));
}

}  // namespace
}  // namespace fovea
