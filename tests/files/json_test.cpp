#include "files/json.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "files/place_finder.h"

namespace fovea {
namespace {

std::string fault_of(std::string_view text) {
  JsonParser parser;
  JsonFault fault;
  EXPECT_FALSE(parser.parse(text, fault)) << text;
  return fmt::format("{}: found {}, expected {}", fault.byte, fault.found, fault.expected);
}

TEST(Json, GivesValuesAndWhereTheyStand) {
  const std::string text = R"({"a": [1, -2.5e3, "\u00e9\ud834\udd1e"],
 "b": {"c": null, "d": true, "e": false}, "b": 7})";
  JsonParser parser;
  JsonFault fault;
  const auto value = parser.parse(text, fault);
  ASSERT_TRUE(value) << fault.expected;
  ASSERT_TRUE(value->is(JsonValue::Kind::kObject));
  EXPECT_EQ(value->members.size(), 3U);
  const JsonValue& a = *value->find("a");
  ASSERT_EQ(a.items.size(), 3U);
  EXPECT_EQ(a.items[0].offset(), 1U);
  EXPECT_EQ(a.items[1].text, "-2.5e3");
  EXPECT_EQ(a.items[1].offset(), std::nullopt);
  EXPECT_EQ(a.items[2].text, "é𝄞");
  const JsonValue& b = *value->find("b");
  EXPECT_TRUE(b.find("c")->is(JsonValue::Kind::kNull));
  EXPECT_TRUE(b.find("d")->boolean);
  EXPECT_FALSE(b.find("e")->boolean);
  EXPECT_EQ(value->find("z"), nullptr);
  EXPECT_EQ(text.substr(a.byte, 2), "[1");
  EXPECT_EQ(text.substr(a.items[1].byte, 6), "-2.5e3");
  EXPECT_EQ(text.substr(b.byte, 4), "{\"c\"");
}

TEST(Json, SaysWhereATextIsNotJson) {
  EXPECT_EQ(fault_of(""), "0: found the end, expected an object or an array");
  EXPECT_EQ(fault_of("  "), "2: found the end, expected an object or an array");
  EXPECT_EQ(fault_of("7"), "0: found '7', expected an object or an array");
  EXPECT_EQ(fault_of("topic Q0"), "0: found 'topic', expected an object or an array");
  EXPECT_EQ(fault_of("{\"a\": tru}"), "6: found 'tru}', expected JSON");
  EXPECT_EQ(fault_of("{\"a\": 1} x"), "9: found 'x', expected the end of the JSON text");
  EXPECT_EQ(fault_of("{\"a\": \"\\ud834\"}"), "6: found '\"\\ud834\"}', expected a well-formed JSON string");
  EXPECT_EQ(fault_of("{\"a\": \"\xFF\"}"), "7: found '\\xff', expected well-formed UTF-8");
  EXPECT_EQ(fault_of("{\"a\": 1.}"), "6: found '1.}', expected a JSON number");
  for (const char* cut :
       {"{", "[", "{\"a\"", "{\"a\":", "{\"a\": [1, 2", "{\"a\": \"b", "[1 2]", "{\"a\" 1}", "[1,]"}) {
    fault_of(cut);
  }
  EXPECT_NE(fault_of(std::string(5000, '[') + std::string(5000, ']')).find("fewer arrays"),
            std::string::npos);
}

TEST(Json, ReaderNamesThePlaceOfWhatIsWrong) {
  const std::string text = "{\"a\": {\"start\": -1},\n \"b\": 7}";
  JsonParser parser;
  JsonFault fault;
  const auto value = parser.parse(text, fault);
  ASSERT_TRUE(value);
  Diagnostics diagnostics;
  const JsonReader reader(PlaceFinder("f.json", text), diagnostics);
  EXPECT_FALSE(reader.need_offset(*value->find("a"), "start"));
  EXPECT_FALSE(reader.need_offset(*value->find("a"), "end"));
  EXPECT_FALSE(reader.need(*value, "b", JsonValue::Kind::kArray));
  EXPECT_FALSE(reader.want(*value, "c", JsonValue::Kind::kArray));
  EXPECT_EQ(reader.need_id(*value, "b"), "7");
  ASSERT_EQ(diagnostics.kept().size(), 3U);
  EXPECT_EQ(to_string(diagnostics.kept()[0]),
            "f.json:1:17: found -1, expected an offset: a whole number from 0 to 2147483647");
  EXPECT_EQ(to_string(diagnostics.kept()[1]), "f.json:1:7: found no \"end\", expected a number of that name");
  EXPECT_EQ(to_string(diagnostics.kept()[2]), "f.json:2:7: found 7, expected an array");
}

TEST(PlaceFinder, CountsCharactersInAnyOrderOfAsking) {
  PlaceFinder places("f", "aé\n𝄞b\n", 5);
  const auto line_and_column = [&](std::size_t byte) {
    const Place place = places(byte);
    return std::pair(place.line, place.column);
  };
  using At = std::pair<std::uint64_t, std::uint64_t>;
  EXPECT_EQ(line_and_column(0), At(5, 1));
  EXPECT_EQ(line_and_column(8), At(6, 2));
  EXPECT_EQ(line_and_column(1), At(5, 2));
  EXPECT_EQ(line_and_column(100), At(7, 1));
}

}  // namespace
}  // namespace fovea
