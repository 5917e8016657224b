#include "files/json_writer.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <optional>

namespace fovea {
namespace {

TEST(JsonWriter, SetsCommasBetweenMembersAndItemsOnly) {
  std::string out = "# ";
  JsonWriter json(out);
  json.open('{').key("none").open('[').close(']').member("n", 3).key("list").open('[');
  json.pair(1, 2).open('{').close('}').value("x").close(']').member("yes", true).close('}');
  EXPECT_EQ(out, R"(# {"none":[],"n":3,"list":[[1,2],{},"x"],"yes":true})");
}

TEST(JsonWriter, WritesWhatAParserReadsAgain) {
  const std::string odd = "a \"quoted\" \\ line\nend \x01 ä";
  std::string out;
  JsonWriter(out).open('{').member("text", odd).member("score", 0.1).close('}');
  const auto read = nlohmann::json::parse(out);
  EXPECT_EQ(read["text"], odd);
  EXPECT_EQ(read["score"], 0.1);
}

TEST(JsonWriter, LeavesOutWhatIsNotThere) {
  std::string out;
  JsonWriter(out).open('{').member_if("a", std::optional<int>()).member_if("b", std::optional(2)).close('}');
  EXPECT_EQ(out, R"({"b":2})");
}

TEST(JsonText, ReplacesWhatIsNoUtf8) {
  EXPECT_EQ(json_text(nlohmann::json{{"a", "\xff"}}), "{\"a\":\"\xEF\xBF\xBD\"}");
  EXPECT_EQ(json_text(nlohmann::json{1}, 2), "[\n  1\n]");
}

}  // namespace
}  // namespace fovea
