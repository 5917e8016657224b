#include "files/lines.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

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
