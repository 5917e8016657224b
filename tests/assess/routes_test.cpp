// The table of routes: who gets an answer from each, by its record, and what the documentation says of it.
#include "assess/routes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "asking.h"
#include "places.h"

namespace fovea::assess {
namespace {

TEST(Routes, AnswerNobodyWhoMayNot) {
  World world;
  const std::int64_t now = 1'000'000'000;
  StoreWriter writer(world.path);
  std::map<std::string, std::int64_t> accounts{{"assessor", world.ann}};
  writer
      .submit([&](Store& store) {
        for (const char* const role : {"organiser", "reader", "participant"})
          accounts[role] = must(store.add_account(role, role, "", {}));
        return !set_roles(store, accounts["participant"], Roles(Role::kParticipant), "Harbour", {});
      })
      .get();
  Handler handler(writer, world.path, ServedTrack{.rules = world.rules},
                  HandlerOptions{.hosts = {"h"}, .origins = {"http://h"}, .now_ms = [now] { return now; }});
  const auto status = [&](const std::string& method, const std::string& target, std::int64_t account) {
    return answer_to(handler, request_of(writer, account, now, method, target)).status;
  };
  // Who gets beyond the right to a route, if not to what it is about: nothing has the number 999, and no runs can be sent in.
  const std::set<std::string> all{"assessor", "organiser", "reader", "participant"};
  const std::map<Access, std::set<std::string>> may{{Access::kEverybody, all},
                                                    {Access::kLoggedIn, all},
                                                    {Access::kParticipants, {"participant"}},
                                                    {Access::kAuthors, {"participant", "organiser"}},
                                                    {Access::kFigures, {"organiser", "reader"}},
                                                    {Access::kOrganisers, {"organiser"}},
                                                    {Access::kOwnAssignment, {}},
                                                    {Access::kSeenAssignment, {}},
                                                    {Access::kOwnProposal, {}},
                                                    {Access::kSeenProposal, {}},
                                                    {Access::kRuns, {}},
                                                    {Access::kGroupRun, {}},
                                                    {Access::kUploads, {}}};
  const std::int64_t before = head_of(world.open().database()).seq;
  std::set<std::string> seen;
  for (const Route& route : routes()) {
    const std::string method(route.method);
    std::string target(route.path);
    if (const std::size_t at = target.find("/N"); at != std::string::npos) target.replace(at + 1, 1, "999");
    EXPECT_TRUE(seen.insert(method + " " + target).second) << target << " is there twice";
    if (route.access != Access::kEverybody) {
      EXPECT_EQ(status(method, target, 0), 401) << target;
    }
    for (const auto& [role, account] : accounts) {
      const std::string about = method + " " + target + " as " + role;
      if (may.at(route.access).contains(role)) {
        EXPECT_EQ(status("DELETE", target, account), 405) << about;
        if (method == "GET" || route.access == Access::kEverybody) continue;
        Request forged = request_of(writer, account, now, method, target);
        forged.headers["x-csrf"] = "guess";
        EXPECT_EQ(answer_to(handler, forged).status, 403) << about;
      } else {
        EXPECT_EQ(status(method, target, account), 404) << about;
        EXPECT_EQ(status("DELETE", target, account), 404) << about;
      }
    }
  }
  EXPECT_GT(seen.size(), 50U);
  EXPECT_EQ(head_of(world.open().database()).seq, before);
}

TEST(Routes, StandInTheDocsAsTheirRecordsHaveThem) {
  std::ifstream file(source_folder() + "/docs/specs/http.md");
  const std::string page(std::istreambuf_iterator<char>(file), {});
  EXPECT_THAT(page, testing::HasSubstr(routes_as_markdown()));
  EXPECT_THAT(page, testing::HasSubstr(types_as_text()));
}

TEST(Routes, HaveTypesThatCanBeRead) {
  for (const NamedType& each : named_types()) EXPECT_NO_THROW(JsonType(each.type)) << each.name;
  for (const Route& route : routes()) {
    for (const std::string_view type : {route.request, route.response}) {
      if (type == "file" || type.empty()) continue;
      EXPECT_NO_THROW(JsonType{type}) << route.path;
    }
    EXPECT_FALSE(route.response.empty()) << route.path;
    EXPECT_TRUE(route.method != "GET" || route.request.empty()) << route.path;
  }
  const JsonType type(R"({a: number, b?: "x" | null, c: Record<string, number[]>})");
  EXPECT_EQ(type.fault_of({{"a", 1}, {"c", {{"k", {1, 2}}}}}), "");
  EXPECT_EQ(type.fault_of({{"a", 1}, {"b", nullptr}, {"c", nlohmann::json::object()}}), "");
  EXPECT_EQ(type.fault_of({{"a", 1}}), "value.c is missing");
  EXPECT_EQ(type.fault_of({{"a", 1}, {"c", nlohmann::json::object()}, {"d", 1}}),
            "value.d is not in the type");
  EXPECT_EQ(type.fault_of({{"a", 1}, {"c", {{"k", {"1"}}}}}), "value.c.k[] is \"1\", expected a number");
  EXPECT_THROW(JsonType("{a: Nothing}"), std::runtime_error);
}

TEST(Routes, NeedNoOrder) {
  for (const Route& route : routes()) {
    std::string path(route.path);
    if (const std::size_t at = path.find("/N"); at != std::string::npos) path.replace(at + 1, 1, "7");
    const auto same = std::ranges::count_if(
        routes(), [&](const Route& each) { return each.method == route.method && match(each.path, path); });
    EXPECT_EQ(same, 1) << route.method << " " << path;
  }
}

TEST(Routes, MatchPathsWithNumbersAndOpenEnds) {
  EXPECT_EQ(match("/api/me", "/api/me"), 0);
  EXPECT_FALSE(match("/api/me", "/api/me/"));
  EXPECT_FALSE(match("/api/me", "/api/m"));
  EXPECT_EQ(match("/api/a/N/items", "/api/a/12/items"), 12);
  EXPECT_FALSE(match("/api/a/N/items", "/api/a/12/item"));
  EXPECT_FALSE(match("/api/a/N/items", "/api/a/12/items/1"));
  EXPECT_FALSE(match("/api/a/N/items", "/api/a/items"));
  EXPECT_EQ(match("/api/a/N", "/api/a/7"), 7);
  for (const char* const none : {"/api/a/", "/api/a/x", "/api/a/-1", "/api/a/1x", "/api/a/N"})
    EXPECT_FALSE(match("/api/a/N", none)) << none;
  EXPECT_EQ(match("/api/a/N", "/api/a/99999999999999999999"), 0) << "nothing has that number";
  EXPECT_EQ(match("/results/*", "/results/a/b"), 0);
  EXPECT_FALSE(match("/results/*", "/result"));
}

}  // namespace
}  // namespace fovea::assess
