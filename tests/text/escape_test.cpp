#include "text/escape.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "files/json.h"

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
}

}  // namespace
}  // namespace fovea
