// Acts as pages send them: what is read, and what is refused with its place.
#include "assess/act.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace fovea::assess {
namespace {

using testing::ElementsAre;

const std::string kBegin =
    R"([{"op":"00112233-4455-6677-8899-aabbccddeeff","doc":"d","base_version":3,"sha256":"5",)";

std::vector<std::string> faults_of_acts(const std::string& json) {
  Diagnostics said;
  EXPECT_FALSE(parse_acts(json, said).has_value());
  std::vector<std::string> out;
  for (const Diagnostic& each : said.kept()) out.push_back(each.message);
  return out;
}

Act one(const std::string& rest) {
  Diagnostics said;
  const auto acts = parse_acts(kBegin + rest + "}]", said);
  EXPECT_TRUE(acts && acts->size() == 1) << (said.kept().empty() ? "" : said.kept()[0].message);
  return acts ? acts->front() : Act();
}

TEST(Acts, AreReadWithAllTheySay) {
  const Act add = one(R"("kind":"add","data":{"begin":1,"end":5,"source":"model"},"active_ms":700)");
  EXPECT_EQ(add.op, std::string("\x00\x11\x22\x33\x44\x55\x66\x77\x88\x99\xaa\xbb\xcc\xdd\xee\xff", 16));
  EXPECT_EQ(add.base_version, 3);
  EXPECT_EQ(add.span, (Span{1, 5}));
  EXPECT_EQ(add.active_ms, 700);
  EXPECT_EQ(add.data().dump(), R"({"begin":1,"end":5,"source":"model"})");
  EXPECT_EQ(one(R"("kind":"bep","data":{"at":9})").bep, 9U);
  EXPECT_EQ(one(R"("kind":"bep","data":{"at":null})").bep, std::nullopt);
  EXPECT_EQ(one(R"("kind":"judge","data":{"verdict":"not_relevant"})").verdict, Status::kNotRelevant);
  EXPECT_EQ(one(R"("kind":"grade","data":{"path":"/a[1]","e":2,"s":3})").grade, (Grade{2, 3}));
  EXPECT_EQ(one(R"("kind":"undo")").kind, EventKind::kUndo);
}

TEST(Acts, ThatAreNoneAreRefused) {
  EXPECT_THAT(faults_of_acts("nonsense"), testing::SizeIs(1));
  EXPECT_THAT(faults_of_acts("{}"), ElementsAre("found an object, expected an array"));
  EXPECT_THAT(faults_of_acts(kBegin + R"("kind":"steal"}])"),
              ElementsAre("found 'steal', expected a kind of act"));
  EXPECT_THAT(faults_of_acts(kBegin + R"("kind":"judge","data":{"verdict":"open"}}])"),
              ElementsAre("found 'open', expected relevant, not_relevant or problem"));
  EXPECT_THAT(faults_of_acts(kBegin + R"("kind":"grade","data":{"path":"/a[1]","e":4,"s":1}}])"),
              ElementsAre("found 4, expected both grades, e and s, each from 0 to 3"));
  EXPECT_THAT(faults_of_acts(kBegin + R"("kind":"time","active_ms":-1}])"), testing::SizeIs(1));
  std::string many = "[";
  for (std::size_t i = 0; i <= kMostActs; ++i) many += i == 0 ? "{}" : ",{}";
  EXPECT_THAT(faults_of_acts(many + "]"), ElementsAre("found an array, expected at most 200 acts"));
}

TEST(Deltas, AreReadBackAndTurnedRound) {
  Delta delta;
  delta.added = {{1, 4}, {7, 9}};
  delta.bep = {std::nullopt, 3};
  delta.status = {Status::kRelevant, Status::kOpen};
  delta.grades["/a[1]"] = {std::nullopt, Grade{1, 2}};
  EXPECT_EQ(parse_delta(to_json(delta)), delta);
  EXPECT_EQ(inverse(inverse(delta)), delta);
  EXPECT_EQ(parse_delta("{\"added\":[[1]]}"), std::nullopt);
  EXPECT_EQ(parse_delta("nonsense"), std::nullopt);
}

}  // namespace
}  // namespace fovea::assess
