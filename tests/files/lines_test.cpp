#include "files/lines.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "files/blank_lines.h"

namespace fovea {
namespace {

std::vector<std::string> lines_of(std::string_view bytes) {
  std::vector<std::string> lines;
  LineReader reader(bytes);
  std::string_view line;
  while (reader.next(line)) {
    lines.emplace_back(line);
    EXPECT_EQ(reader.line_number(), lines.size());
  }
  return lines;
}

TEST(Lines, EndWithLfOrCrlfOrTheFile) {
  using Lines = std::vector<std::string>;
  EXPECT_EQ(lines_of(""), Lines{});
  EXPECT_EQ(lines_of("a\nb\n"), (Lines{"a", "b"}));
  EXPECT_EQ(lines_of("a\r\nb"), (Lines{"a", "b"}));
  EXPECT_EQ(lines_of("\n\r\n"), (Lines{"", ""}));
  EXPECT_EQ(lines_of("a\rb\n"), (Lines{"a\rb"}));
}

TEST(BlankLines, AreSkippedByWholeLinesAndCounted) {
  EXPECT_EQ(skip_blank_lines("").lines, 0U);
  const std::string newlines(1'000, '\n');
  EXPECT_GT(skip_blank_lines(newlines).lines, 900U);
  EXPECT_EQ(skip_blank_lines(newlines + "row").lines + skip_blank_lines(newlines + "row").rest.size(),
            1'003U);
  EXPECT_EQ(skip_blank_lines(std::string(1'000, ' ') + "row\n").lines, 0U) << "a row with much before it";
  const std::string after = "row\n" + newlines;
  EXPECT_GT(skip_blank_lines_after(after, after.data() + 3).lines, 900U);
}

RC_GTEST_PROP(BlankLines, AreWhatLinesAreWithout, ()) {
  std::string bytes;
  const auto parts = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 6));
  for (const int part : parts) {
    constexpr std::array<std::string_view, 6> kParts = {"\n", "\r\n", " \n", "\t", "row\n", ""};
    for (int i = 0; i < (part == 4 ? 1 : 70); ++i) bytes += kParts[static_cast<std::size_t>(part)];
  }
  const BlankLines skipped = skip_blank_lines(bytes);
  const std::string_view gone = std::string_view(bytes).substr(0, bytes.size() - skipped.rest.size());
  RC_ASSERT(gone.find_first_not_of(" \t\r\n") == std::string_view::npos);
  RC_ASSERT(gone.empty() || gone.back() == '\n');
  RC_ASSERT(static_cast<std::uint64_t>(std::ranges::count(gone, '\n')) == skipped.lines);
}

TEST(Columns, AreSeparatedByAnyBlanks) {
  std::array<std::string_view, 3> columns;
  EXPECT_EQ(split_columns("  a\tb,#c   d e ", columns), 4U);
  EXPECT_EQ(columns[0], "a");
  EXPECT_EQ(columns[1], "b,#c");
  EXPECT_EQ(columns[2], "d");
  EXPECT_EQ(split_columns(" \t ", columns), 0U);
}

TEST(Columns, ArePlacedByCharactersNotBytes) {
  const std::string_view line = "tópico Q0";
  EXPECT_EQ(column_of(line, line.substr(line.find("Q0"))), 8U);
  EXPECT_EQ(column_of(line, line), 1U);
}

}  // namespace
}  // namespace fovea
