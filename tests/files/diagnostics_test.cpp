#include "files/diagnostics.h"

#include <gtest/gtest.h>

namespace fovea {
namespace {

TEST(Diagnostics, SayFileLineColumnFoundAndExpected) {
  Diagnostics diagnostics;
  diagnostics.expected({"run.txt", 3, 17}, "bad-number", quote("abc"), "a score");
  diagnostics.warning({"run.txt"}, "split-topic", "topic 7 stands in two places");
  EXPECT_EQ(to_string(diagnostics.kept()[0]), "run.txt:3:17: found 'abc', expected a score");
  EXPECT_EQ(to_string(diagnostics.kept()[1]), "run.txt: warning: topic 7 stands in two places");
  EXPECT_EQ(diagnostics.errors(), 1U);
  EXPECT_EQ(diagnostics.warnings(), 1U);
  EXPECT_FALSE(diagnostics.ok());
}

TEST(Diagnostics, CountEverythingAndKeepTheFirst) {
  Diagnostics diagnostics(2);
  for (std::uint64_t line = 1; line <= 5; ++line) diagnostics.error({"f", line}, "x", "wrong");
  Diagnostics later(2);
  later.error({"f", 6}, "y", "wrong");
  diagnostics.merge(later);
  EXPECT_EQ(diagnostics.errors(), 6U);
  EXPECT_EQ(diagnostics.count("x"), 5U);
  EXPECT_EQ(diagnostics.count("y"), 1U);
  EXPECT_EQ(diagnostics.count("z"), 0U);
  ASSERT_EQ(diagnostics.kept().size(), 2U);
  EXPECT_EQ(diagnostics.kept()[1].place.line, 2U);
}

TEST(Diagnostics, QuotesAreFitForATerminal) {
  EXPECT_EQ(quote("naïve"), "'naïve'");
  EXPECT_EQ(quote("a\tb\xFF\x1B"), "'a\\x09b\\xff\\x1b'");
  const std::string cut = quote(std::string(1000, 'a'));
  EXPECT_LT(cut.size(), 80U);
  EXPECT_TRUE(cut.ends_with("…'"));
}

}  // namespace
}  // namespace fovea
