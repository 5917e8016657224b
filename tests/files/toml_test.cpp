#include "files/toml.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fovea {
namespace {

/// What is said of the text; empty when it is read.
std::string said_of(const std::string& text) {
  Diagnostics said;
  const auto table = read_toml(InputFile::from_memory("t", std::string_view(text)), "a test", said);
  EXPECT_EQ(table.has_value(), said.ok());
  return said.ok() ? "" : to_string(said.kept().front());
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

TEST(Toml, TakesSixteenLevelsAndNoMore) {
  for (const std::size_t levels : {kDeepestToml, kDeepestToml + 1}) {
    const bool fine = levels == kDeepestToml;
    const std::string key = "a" + repeated(".a", levels - 1);
    EXPECT_EQ(said_of(key + " = 1").empty(), fine);
    EXPECT_EQ(said_of("b = " + repeated("[", levels) + repeated("]", levels)).empty(), fine);
    EXPECT_EQ(said_of("b = " + repeated("{a = ", levels) + "1" + repeated("}", levels)).empty(), fine);
    EXPECT_EQ(said_of("[" + key + "]").empty(), fine);
  }
}

TEST(Toml, CountsNeitherStringsNorCommentsNorNumbers) {
  const std::string dots = repeated(".[{", 100);
  EXPECT_EQ(said_of("a = \"" + dots + "\""), "");
  EXPECT_EQ(said_of("a = '" + dots + "'"), "");
  EXPECT_EQ(said_of("a = \"\"\"\n" + dots + "\"quoted\" \\\"\"\"\" # " + dots), "");
  EXPECT_EQ(said_of("a = '''\n" + dots + "''''' # " + dots), "");
  EXPECT_EQ(said_of("\"" + dots + "\" = 1"), "");
  EXPECT_EQ(said_of("a = [" + repeated("1.5, ", 100) + "]"), "");
  EXPECT_EQ(said_of(repeated("# a'b\"c" + dots + "\n", 3) + "a = 1.5"), "");
}

TEST(Toml, GivesThePlaceOfWhatIsWrong) {
  EXPECT_EQ(said_of("\na" + repeated(".a", 20) + " = 1"),
            "t:2:32: found a key or value of more than 16 levels, expected a test");
  EXPECT_THAT(said_of("\na = ?"), ::testing::StartsWith("t:2:5: found broken TOML ("));
  EXPECT_EQ(said_of(std::string(kLargestToml + 1, '\n')),
            fmt::format("t: found {} bytes, expected a test of at most {}", kLargestToml + 1, kLargestToml));
}

}  // namespace
}  // namespace fovea
