// Comparing and hashing short texts, against the standard library.
#include "text/short_text.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace fovea {
namespace {

/// All texts of up to `length` of the letters given.
std::vector<std::string> all_texts(std::string_view letters, std::size_t length) {
  std::vector<std::string> texts = {""};
  for (std::size_t first = 0; length > 0; --length) {
    const std::size_t end = texts.size();
    for (; first < end; ++first) {
      for (const char letter : letters) texts.push_back(texts[first] + letter);
    }
  }
  return texts;
}

TEST(ShortText, IsTheSameOnlyWhenEveryByteIs) {
  const std::vector<std::string> texts = all_texts(std::string_view("a\0b", 3), 4);
  for (const std::string& a : texts) {
    for (const std::string& b : texts) ASSERT_EQ(same_text(a, b), a == b) << a << " and " << b;
  }
}

TEST(ShortText, DiffersByAnyByteWhateverItsLength) {
  std::mt19937 random(11);
  for (std::size_t length = 0; length <= 40; ++length) {
    std::string text(length, ' ');
    for (char& c : text) c = static_cast<char>(random());
    const std::string copy = text;
    ASSERT_TRUE(same_text(text, copy));
    ASSERT_EQ(hash_text(text), hash_text(copy));
    for (char& c : text) {
      c = static_cast<char>(c ^ 0x20);
      ASSERT_FALSE(same_text(text, copy)) << length;
      ASSERT_NE(hash_text(text), hash_text(copy)) << length;
      c = static_cast<char>(c ^ 0x20);
    }
    ASSERT_FALSE(same_text(copy, copy + "x"));
  }
}

TEST(ShortText, SpreadsIdsOverAllBitsOfTheHash) {
  // Numbers, as ids often are: each bit of the hash is set for about half of them.
  constexpr int kIds = 20000;
  std::array<int, 64> set{};
  std::set<std::uint32_t> low;
  for (int i = 0; i < kIds; ++i) {
    const std::uint64_t hash = hash_text(std::to_string(1'000'000 + 7 * i));
    low.insert(static_cast<std::uint32_t>(hash));
    for (std::size_t bit = 0; bit < 64; ++bit) set[bit] += static_cast<int>((hash >> bit) & 1);
  }
  for (const int count : set) EXPECT_NEAR(count, kIds / 2, 600);  // over eight standard deviations
  EXPECT_GE(low.size(), kIds - 3U);                               // 0.05 collisions are expected
}

}  // namespace
}  // namespace fovea
