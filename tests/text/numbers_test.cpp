#include "text/numbers.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdlib>

namespace fovea {
namespace {

TEST(Numbers, WhatIsNotANumberIsNothing) {
  for (const char* bad : {"", "-", ".", "abc", "1x", "1 ", " 1", "nan", "NaN", "inf", "-inf", "1e999", "0x10",
                          "--1", "1.2.3", "1,5"}) {
    EXPECT_EQ(parse_number(bad), std::nullopt) << bad;
  }
  for (const char* bad : {"", "-1", "+1", "1.0", "2147483648", "99999999999", "a"}) {
    EXPECT_EQ(parse_offset(bad), std::nullopt) << bad;
  }
  EXPECT_EQ(parse_integer("9223372036854775808"), std::nullopt);
}

TEST(Numbers, ReadsTheUsualSpellings) {
  EXPECT_EQ(parse_number("9999"), 9999.0);
  EXPECT_EQ(parse_number("-0.25"), -0.25);
  EXPECT_EQ(parse_number(".5"), 0.5);
  EXPECT_EQ(parse_number("5."), 5.0);
  EXPECT_EQ(parse_number("1e-3"), 1e-3);
  EXPECT_EQ(parse_number("1.5E2"), 150.0);
  EXPECT_EQ(parse_number("1e-999"), 0.0);
  EXPECT_EQ(parse_number("1E-999"), 0.0);
  EXPECT_EQ(parse_offset("2147483647"), kMaxOffset);
  EXPECT_EQ(parse_integer("-12"), -12);
}

RC_GTEST_PROP(Numbers, DecimalsRoundAsTheCLibraryDoes, ()) {
  const auto digits = *rc::gen::inRange<std::int64_t>(-1'000'000'000'000'000, 1'000'000'000'000'000);
  const auto decimals = *rc::gen::inRange(0, 16);
  const std::string text = fmt::format("{:.{}f}", static_cast<double>(digits) / 1e5, decimals);
  RC_ASSERT(parse_number(text) == std::strtod(text.c_str(), nullptr));
}

}  // namespace
}  // namespace fovea
