#include "text/wrap.h"

#include <gtest/gtest.h>

#include <random>
#include <sstream>

#include "text/unicode.h"

namespace fovea {
namespace {

TEST(Wrap, BreaksAtBlanksOnly) {
  EXPECT_EQ(wrap("one two  three", {.width = 7}), "one two\nthree");
  EXPECT_EQ(wrap("one two three", {.width = 9, .first = 2, .rest = 4}), "  one two\n    three");
  EXPECT_EQ(wrap("incomprehensibilities are long", {.width = 8}), "incomprehensibilities\nare long");
  EXPECT_EQ(wrap("fovea eval a b", {.width = 13, .rest = 2, .broken = " \\"}), "fovea eval \\\n  a b");
  EXPECT_EQ(wrap("", {.width = 8}), "");
  EXPECT_EQ(wrap("é é é", {.width = 3}), "é é\né");
}

TEST(Wrap, KeepsAllWordsInLinesThatFit) {
  std::mt19937 random(3);
  for (int i = 0; i < 500; ++i) {
    std::string text;
    const std::size_t words = random() % 12;
    for (std::size_t w = 0; w < words; ++w) text += std::string(1 + random() % 9, 'x') + " ";
    const std::size_t width = 10 + random() % 20;
    const std::string wrapped = wrap(text, {.width = width, .rest = 3, .broken = " \\"});
    std::istringstream all(text), got(wrapped), lines(wrapped);
    std::string word, other, line;
    while (all >> word) {
      ASSERT_TRUE(got >> other);
      if (other == "\\") {
        ASSERT_TRUE(got >> other);
      }
      EXPECT_EQ(word, other);
    }
    EXPECT_FALSE(got >> other);
    while (std::getline(lines, line)) {
      EXPECT_LE(line.size(), std::max<std::size_t>(width, 3 + 9 + 2)) << wrapped;
    }
  }
}

}  // namespace
}  // namespace fovea
