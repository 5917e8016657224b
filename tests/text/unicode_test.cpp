#include "text/unicode.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

namespace fovea {
namespace {

TEST(Unicode, KnowsEveryCodePointAndRejectsSurrogates) {
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    std::string text;
    append_utf8(text, c);
    ASSERT_EQ(utf8_length(text), text.size()) << std::hex << static_cast<unsigned>(c);
    ASSERT_EQ(count_code_points(text), 1U);
  }
  EXPECT_EQ(utf8_length("\xED\xA0\x80"), 0U) << "a surrogate";
}

TEST(Unicode, RejectsWhatIsNotUtf8) {
  for (const char* bad :
       {"\x80", "\xC0\x80", "\xC1\xBF", "\xE0\x80\x80", "\xF0\x80\x80\x80", "\xF4\x90\x80\x80",
        "\xF5\x80\x80\x80", "\xC3", "\xE2\x82", "\xE2\x28\xA1", "\xFF"}) {
    EXPECT_EQ(utf8_length(bad), 0U) << bad;
    EXPECT_EQ(find_malformed_utf8(std::string("sixteen letters!") + bad), 16U);
  }
  EXPECT_EQ(find_malformed_utf8("Grüße, 世界 🌍"), std::nullopt);
}

TEST(Unicode, SlicesByCodePoints) {
  const std::string text = "a🌍ü世b";
  EXPECT_EQ(code_point_slice(text, {1, 4}), "🌍ü世");
  EXPECT_EQ(code_point_slice(text, {0, 5}), text);
  EXPECT_EQ(code_point_slice(text, {4, 99}), "b");
  EXPECT_EQ(code_point_slice(text, {9, 12}), "");
}

TEST(Unicode, ReadsWindows1252AsBrowsersDo) {
  EXPECT_EQ(from_windows_1252("caf\xE9 \x80 \x93q\x94"), "café € “q”");
}

/// Offsets counted the slow way, one character at a time.
RC_GTEST_PROP(OffsetMap, AgreesWithCountingOneByOne, ()) {
  const auto code_points = *rc::gen::container<std::vector<char32_t>>(
      rc::gen::map(rc::gen::oneOf(rc::gen::inRange(0, 0x80), rc::gen::inRange(0x80, 0xD800),
                                  rc::gen::inRange(0x10000, 0x110000)),
                   [](int c) { return static_cast<char32_t>(c); }));
  std::string text;
  std::vector<std::size_t> bytes;
  std::vector<std::size_t> units;
  std::size_t unit = 0;
  for (const char32_t c : code_points) {
    bytes.push_back(text.size());
    units.push_back(unit);
    append_utf8(text, c);
    unit += c >= 0x10000 ? 2 : 1;
  }
  bytes.push_back(text.size());
  units.push_back(unit);

  const OffsetMap map(text);
  RC_ASSERT(map.code_points() == code_points.size());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    RC_ASSERT(map.byte_of(i) == bytes[i]);
    RC_ASSERT(map.code_point_of_utf16(units[i]) == i);
  }
  RC_ASSERT(!map.byte_of(bytes.size()));
  RC_ASSERT(!map.code_point_of_utf16(unit + 1));
}

TEST(OffsetMap, HasNoPlaceInsideASurrogatePair) {
  const OffsetMap map("🌍a");
  EXPECT_EQ(map.code_point_of_utf16(0), 0U);
  EXPECT_EQ(map.code_point_of_utf16(1), std::nullopt);
  EXPECT_EQ(map.code_point_of_utf16(2), 1U);
}

}  // namespace
}  // namespace fovea
