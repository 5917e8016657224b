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

/// The same for decimals; none when the function leaves them to text/numbers.h.
std::optional<double> decimal(const std::string& text, const std::string& before = "2010000 Q0 doc 12 ") {
  const std::string all = before + text;
  double value = 0;
  const std::string_view part = std::string_view(all).substr(before.size());
  if (!parse_short_decimal(part, all.data(), value)) return std::nullopt;
  return value;
}

TEST(ShortDecimals, AreReadExactly) {
  EXPECT_EQ(decimal("0.1"), 0.1);
  EXPECT_EQ(decimal("9900.9901"), 9900.9901);
  EXPECT_EQ(decimal("1.2345678"), 1.2345678);
  EXPECT_EQ(decimal("1.23456789"), std::nullopt) << "more than eight digits";
  EXPECT_EQ(decimal("1.234567"), 1.234567);
  EXPECT_EQ(decimal("1234567.8"), 1234567.8);
}

TEST(ShortDecimals, LeaveEverythingElseToOthers) {
  for (const std::string text :
       {"", ".", ".5", "5.", "1.2.3", "-1.5", "1e5", "12", "1./5", "./5", "1.5x", "x1.5"}) {
    EXPECT_EQ(decimal(text), std::nullopt) << text;
  }
  EXPECT_EQ(decimal("1.5", ""), std::nullopt) << "no room before the number";
}

RC_GTEST_PROP(ShortDecimals, AgreeWithTheStandardLibrary, ()) {
  const auto whole =
      *rc::gen::container<std::string>(*rc::gen::inRange<std::size_t>(1, 8), rc::gen::inRange('0', ':'));
  const auto part =
      *rc::gen::container<std::string>(*rc::gen::inRange<std::size_t>(1, 8), rc::gen::inRange('0', ':'));
  const std::string text = whole + "." + part;
  RC_PRE(text.size() <= 9);
  RC_ASSERT(decimal(text) == std::stod(text));
}

}  // namespace
}  // namespace fovea
