#include "text/digits.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <optional>
#include <string>

namespace fovea {
namespace {

/// Reads `text` where it stands behind `before`, the floor being the beginning of both.
std::optional<std::uint32_t> digits(const std::string& text, const std::string& before = "") {
  const std::string all = before + text;
  std::uint32_t value = 0;
  const std::string_view part = std::string_view(all).substr(before.size());
  if (!parse_short_digits(part, all.data(), value)) return std::nullopt;
  return value;
}

TEST(ShortDigits, AreReadWithAndWithoutRoomBeforeThem) {
  for (const std::string before : {"", "1", "topic 9 ", "9999999999 "}) {
    EXPECT_EQ(digits("0", before), 0U);
    EXPECT_EQ(digits("7", before), 7U);
    EXPECT_EQ(digits("007", before), 7U);
    EXPECT_EQ(digits("1234567", before), 1234567U);
    EXPECT_EQ(digits("99999999", before), 99999999U);
  }
}

TEST(ShortDigits, RefuseEverythingElse) {
  for (const std::string before : {"", "12345678 "}) {
    for (const std::string text : {"", "123456789", "-1", "1.5", "1e3", " 1", "1 ", "/", ":", "12a4"}) {
      EXPECT_EQ(digits(text, before), std::nullopt) << text;
    }
  }
}

RC_GTEST_PROP(ShortDigits, AgreeWithTheStandardLibrary, ()) {
  const auto length = *rc::gen::inRange<std::size_t>(1, 9);
  const auto text = *rc::gen::container<std::string>(length, rc::gen::inRange('0', ':'));
  RC_ASSERT(digits(text, "before ") == static_cast<std::uint32_t>(std::stoul(text)));
}

}  // namespace
}  // namespace fovea
