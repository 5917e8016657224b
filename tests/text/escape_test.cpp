#include "text/escape.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "files/json.h"
#include "text/unicode.h"

namespace fovea {
namespace {

std::string json(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

TEST(Escape, JsonStringsKeepWhatNeedsNoEscape) {
  EXPECT_EQ(json("café 😀/"), "\"café 😀/\"");
  EXPECT_EQ(json(std::string_view("a\"b\\c\n\t\r\x01\0", 10)), R"("a\"b\\c\n\t\r\u0001\u0000")");
}

RC_GTEST_PROP(Escape, JsonStringsAreReadBackAsTheyWere, (const std::vector<std::uint8_t>& codes)) {
  std::string text;
  for (const std::uint8_t code : codes) text += static_cast<char>(code & 0x7F);
  JsonFault fault;
  const auto value = JsonParser().parse(fmt::format("[{}]", json(text)), fault);
  RC_ASSERT(value.has_value());
  RC_ASSERT(value->items[0].text == text);
}

TEST(Escape, XmlTextHasNoMarkupLeft) {
  std::string out;
  append_xml_text(out, "a<b>&\"c\"\n\t\rd");
  EXPECT_EQ(out, "a&lt;b&gt;&amp;&quot;c&quot;&#10;&#9;&#13;d");
}

TEST(Escape, XmlCannotHoldEverything) {
  EXPECT_TRUE(is_xml_text("café\t\n\r 😀"));
  EXPECT_FALSE(is_xml_text("\x01"));
  EXPECT_FALSE(is_xml_text("\xFF"));
  EXPECT_FALSE(is_xml_text("\xEF\xBF\xBF"));
  EXPECT_EQ(unfit_for_xml("a\tb\r\n"), "");
  EXPECT_EQ(unfit_for_xml("a\vb"), "U+000B");
  EXPECT_EQ(unfit_for_xml(std::string_view("\0", 1)), "U+0000");
  EXPECT_EQ(unfit_for_xml("\xEF\xBF\xBE"), "U+FFFE");
}

TEST(Escape, NothingThatATerminalObeysIsLeftVisible) {
  EXPECT_EQ(visible("caf\u00e9 \u4e2d 😀"), "café 中 😀");
  EXPECT_EQ(visible("a\x1b[31mb\x07\n\x7f"), "a\\x1b[31mb\\x07\\x0a\\x7f");
  EXPECT_EQ(visible("a\tb\nc", "\n\t"), "a\tb\nc");
  EXPECT_EQ(visible("\u0085|\u202e|\u2066|\u2028"),
            "\\xc2\\x85|\\xe2\\x80\\xae|\\xe2\\x81\\xa6|\\xe2\\x80\\xa8");
  EXPECT_EQ(visible("a\xff\xc3(\xe2\x82"), "a\\xff\\xc3(\\xe2\\x82");
}

RC_GTEST_PROP(Escape, VisibleTextIsWellFormedAndWithoutControls, (const std::string& text)) {
  const std::string shown = visible(text);
  RC_ASSERT(!find_malformed_utf8(shown));
  for (const char c : shown) RC_ASSERT(static_cast<unsigned char>(c) >= 0x20 && c != 0x7f);
  RC_ASSERT(visible(shown) == shown);
}

}  // namespace
}  // namespace fovea
