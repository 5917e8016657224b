// Routes for participants: right, wrong, foreign and missing credentials. Nobody sees a topic that somebody else works on, by any route.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "asking.h"
#include "assess/accounts.h"
#include "assess/archive.h"
#include "assess/handler.h"
#include "assess/phases.h"
#include "assess/rebuild.h"
#include "assess/secrets.h"
#include "world.h"

namespace fovea::assess {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using NewJson = nlohmann::json;

class ParticipantsTest : public testing::Test {
 protected:
  struct Guest {
    std::string cookie, csrf;
  };

  void SetUp() override {
    cy_ = enter("cy", "participant", "Harbour");
    eve_ = enter("eve", "participant", "Harbour");
    di_ = enter("di", "participant", "Lighthouse");
    org_ = enter("org", "organiser", "");
    reader_ = enter("reader", "reader", "");
    assessor_ = enter("ann", "assessor", "");
    EXPECT_EQ(ask("POST", "/api/admin/phase", &org_, {{"phase", "topics"}, {"act", "open"}}).status, 200);
    id_ = add(cy_);
    save(cy_, id_, 0, {{"title", kSecret}, {"narrative", kSecret}});
  }

  Guest enter(const std::string& name, const std::string& role, const std::string& group) {
    const NewLogin login = writer_
                               .submit([&](Store& store) {
                                 const auto account = must(admit(store, name, *roles_named(role), group, {}));
                                 return log_in(store, account, now_);
                               })
                               .get();
    return {"fovea=" + login.token, login.csrf};
  }

  Request request(const std::string& method, const std::string& target, const Guest* who,
                  const NewJson& body) {
    Request out;
    out.method = method;
    out.target = target;
    out.peer = "here";
    out.headers = {{"host", "x"}};
    if (method != "GET") out.headers["origin"] = "http://x";
    if (who != nullptr) {
      out.headers["cookie"] = who->cookie;
      out.headers["x-csrf"] = who->csrf;
    }
    if (!body.is_null()) {
      out.headers["content-type"] = "application/json";
      out.body = body.dump();
    }
    return out;
  }
  Response ask(const Request& asked) { return answer_to(handler_, asked); }
  Response ask(const std::string& method, const std::string& target, const Guest* who,
               const NewJson& body = nullptr) {
    return ask(request(method, target, who, body));
  }
  NewJson with_op(NewJson body) {
    body["op"] = hex(op_of(++ops_));
    return body;
  }
  std::int64_t add(const Guest& who) {
    const Response response = ask("POST", "/api/candidates", &who, with_op(NewJson::object()));
    EXPECT_EQ(response.status, 200) << response.body;
    return NewJson::parse(response.body).value("id", 0);
  }
  static std::string target(std::int64_t id, const std::string& rest = "") {
    return "/api/candidates/" + std::to_string(id) + rest;
  }
  void save(const Guest& who, std::int64_t id, std::int64_t version, const NewJson& fields) {
    const Response response = ask("POST", target(id), &who,
                                  with_op({{"act", "save"}, {"base_version", version}, {"fields", fields}}));
    EXPECT_EQ(response.status, 200) << response.body;
  }
  void act(const Guest& who, std::int64_t id, const std::string& name) {
    const Response response = ask("POST", target(id), &who, with_op({{"act", name}}));
    EXPECT_EQ(response.status, 200) << response.body;
  }

  static constexpr const char* kSecret = "unheard-of-words";
  World world_;
  std::int64_t now_ = 1'000'000'000;
  StoreWriter writer_{world_.path};
  Handler handler_{
      writer_, world_.path, ServedTrack{.rules = world_.rules},
      HandlerOptions{
          .hosts = {"x"}, .origins = {"http://x"}, .cookie = "fovea", .now_ms = [this] { return now_; }}};
  Guest cy_, eve_, di_, org_, reader_, assessor_;
  std::int64_t id_ = 0;
  std::uint64_t ops_ = 5'000;
};

TEST_F(ParticipantsTest, AnswersEveryRouteOnlyToThoseWhoMay) {
  struct Route {
    std::string method, target;
    NewJson body;
    std::vector<const Guest*> may;
  };
  const std::vector<Route> routes{
      {"GET", "/api/candidates", nullptr, {&cy_, &eve_, &di_}},
      {"POST", "/api/candidates", with_op(NewJson::object()), {&cy_}},
      {"GET", target(id_), nullptr, {&cy_}},
      {"GET", target(id_, "/versions"), nullptr, {&cy_}},
      {"POST", target(id_), with_op({{"act", "judge"}, {"doc", "a"}, {"relevant", true}}), {&cy_}},
      {"GET", "/api/article?id=a", nullptr, {&cy_, &eve_, &di_, &org_}},
      {"GET", "/api/selection", nullptr, {&org_}},
      {"GET", "/api/topics", nullptr, {&org_}},
      {"GET", "/api/progress", nullptr, {&org_, &reader_}},
      {"GET", "/api/live", nullptr, {}},
      {"GET", "/api/log", nullptr, {&org_}},
      {"GET", "/api/export", nullptr, {&org_}},
      {"GET", "/api/overview", nullptr, {&org_}},
      {"POST", "/api/admin/candidate", {{"candidate", id_}, {"decision", "chosen"}}, {}},
      {"POST", "/api/admin/order", {{"candidates", NewJson::array()}}, {}},
      {"POST", "/api/admin/number", {{"first", "1"}}, {}},
      {"POST", "/api/admin/roles", {{"account", "di"}, {"role", "organiser"}}, {}},
      {"POST", "/api/admin/phase", {{"phase", "runs"}, {"act", "open"}}, {}}};
  const std::vector<const Guest*> all{&cy_, &eve_, &di_, &org_, &reader_, &assessor_};
  const std::int64_t before = head_of(world_.open().database()).seq;
  for (const Route& route : routes) {
    EXPECT_EQ(ask(route.method, route.target, nullptr, route.body).status, 401) << route.target;
    const Guest stranger{"fovea=" + new_token(), "x"};
    EXPECT_EQ(ask(route.method, route.target, &stranger, route.body).status, 401) << route.target;
    for (const Guest* who : all) {
      if (std::ranges::find(route.may, who) != route.may.end() || (route.may.empty() && who == &org_))
        continue;
      // Of who takes part, too, a topic is their own alone; they may begin one.
      if (route.target == "/api/candidates" && (who == &eve_ || who == &di_)) continue;
      EXPECT_EQ(ask(route.method, route.target, who, route.body).status, 404) << route.target;
    }
    if (route.method == "GET" || route.may.empty()) continue;
    Request forged = request(route.method, route.target, route.may.front(), route.body);
    forged.headers["x-csrf"] = "guess";
    EXPECT_EQ(ask(forged).status, 403) << route.target;
    forged = request(route.method, route.target, route.may.front(), route.body);
    forged.headers["origin"] = "https://evil.example";
    EXPECT_EQ(ask(forged).status, 403) << route.target;
  }
  EXPECT_EQ(head_of(world_.open().database()).seq, before) << "nobody who may not has changed anything";
  for (const Route& route : routes) {
    for (const Guest* who : route.may) {
      const Response response = ask(route.method, route.target, who, route.body);
      EXPECT_EQ(response.status, 200) << route.target << response.body;
    }
  }
  Store store = world_.open();
  EXPECT_THAT(verify(store), IsEmpty());
}

TEST_F(ParticipantsTest, ATopicInWorkIsNobodyElsesByAnyRoute) {
  ask("POST", target(id_), &cy_, with_op({{"act", "search"}, {"query", kSecret}}));
  for (const Guest* who : {&eve_, &di_, &org_, &reader_, &assessor_}) {
    for (const char* route :
         {"/api/candidates", "/api/candidates/1", "/api/candidates/1/versions", "/api/selection", "/api/log",
          "/api/overview", "/api/topics?format=jsonl", "/api/topics?format=jsonl&rejected=1", "/api/progress",
          "/api/me", "/api/phases", "/api/export?format=jsonl", "/api/search?q=unheard-of-words"})
      EXPECT_THAT(ask("GET", route, who).body, Not(HasSubstr(kSecret))) << route;
  }
  // What others write says nothing about it either.
  const std::int64_t theirs = add(di_);
  save(di_, theirs, 0, {{"title", kSecret}});
  EXPECT_THAT(ask("GET", target(theirs), &di_).body, Not(HasSubstr("same-title")));
  {
    Store store = world_.open();
    const std::string archive = everything(store, {});
    EXPECT_FALSE(archive.empty());
  }
  EXPECT_THAT(ask("GET", "/api/log", &org_).body, HasSubstr("withheld"));
  // Handed in, it is the organiser's to read, and still not another group's.
  act(cy_, id_, "hand_in");
  EXPECT_THAT(ask("GET", "/api/selection", &org_).body, HasSubstr(kSecret));
  EXPECT_EQ(ask("GET", target(id_), &org_).status, 200);
  EXPECT_EQ(ask("GET", target(id_, "/versions"), &org_).status, 404) << "how it came about is not";
  for (const Guest* who : {&eve_, &reader_, &assessor_}) {
    EXPECT_EQ(ask("GET", target(id_), who).status, 404);
    EXPECT_THAT(ask("GET", "/api/candidates", who).body, Not(HasSubstr(kSecret)));
  }
}

TEST_F(ParticipantsTest, ChosenTopicsAreThereForAllWhenTheSelectionIsClosed) {
  act(cy_, id_, "hand_in");
  const auto organise = [&](const std::string& path, const NewJson& body) {
    return ask("POST", "/api/admin/" + path, &org_, body).status;
  };
  EXPECT_EQ(organise("candidate", {{"candidate", id_}, {"decision", "chosen"}}), 423);
  EXPECT_EQ(organise("phase", {{"phase", "selection"}, {"act", "open"}}), 200);
  EXPECT_EQ(organise("candidate", {{"candidate", id_}, {"decision", "draft"}}), 422);
  EXPECT_EQ(organise("candidate", {{"candidate", 99}, {"decision", "chosen"}}), 404);
  EXPECT_EQ(organise("candidate", {{"candidate", id_}, {"decision", "chosen"}}), 200);
  EXPECT_EQ(organise("order", {{"candidates", {id_}}}), 200);
  EXPECT_EQ(organise("number", {{"first", "2026001"}}), 200);
  EXPECT_EQ(ask("GET", "/api/topics", &di_).status, 404);
  EXPECT_EQ(NewJson::parse(ask("GET", target(id_), &cy_).body)["state"], "handed_in");
  EXPECT_EQ(organise("phase", {{"phase", "selection"}, {"act", "close"}}), 200);
  EXPECT_THAT(ask("GET", "/api/topics", &di_).body, HasSubstr("id=\"2026001\""));
  EXPECT_EQ(ask("GET", "/api/topics?format=tsv", &di_).body, std::string("2026001\t") + kSecret + "\n");
  EXPECT_EQ(ask("GET", "/api/topics?rejected=1", &di_).status, 404);
  EXPECT_EQ(ask("GET", "/api/topics?format=nothing", &org_).status, 400);
  EXPECT_EQ(ask("GET", "/api/topics?rejected=1&format=tsv", &org_).status, 200);
  // What organisers take out is in the log, as other exports are.
  const NewJson log = NewJson::parse(ask("GET", "/api/log", &org_).body);
  EXPECT_EQ(log.back()["kind"], "admin.export");
  EXPECT_EQ(log.back()["account"], "org");
  EXPECT_EQ(log.back()["data"], NewJson::parse(R"({"topics":"rejected","format":"tsv"})"));
  EXPECT_EQ(std::ranges::count_if(log, [](const NewJson& each) { return each["kind"] == "admin.export"; }),
            1);
  EXPECT_EQ(NewJson::parse(ask("GET", target(id_), &cy_).body)["number"], "2026001");
  Store store = world_.open();
  EXPECT_THAT(verify(store), IsEmpty());
}

TEST_F(ParticipantsTest, CastitlesAreCheckedWhileTheyAreTyped) {
  const auto asked = [&](const std::string& q) { return ask("GET", "/api/castitle?q=" + q, &cy_); };
  EXPECT_THAT(asked("//sec%5Babout(.,%20fog)%5D").body, HasSubstr("outline"));
  const auto fault = NewJson::parse(asked("//sec%5Babout(.").body);
  EXPECT_EQ(fault["fault"]["column"], 14);
  EXPECT_EQ(asked(std::string(3'000, 'x')).status, 400);
  EXPECT_EQ(ask("GET", "/api/castitle", &cy_).status, 400);
}

TEST_F(ParticipantsTest, WhatIsNoActIsRefusedWithItsReason) {
  const auto status = [&](const NewJson& body) { return ask("POST", target(id_), &cy_, body).status; };
  EXPECT_EQ(status(NewJson::object()), 400);
  EXPECT_EQ(status({{"act", "save"}, {"op", "short"}}), 400);
  EXPECT_EQ(status(with_op({{"act", "explode"}})), 400);
  EXPECT_EQ(status(with_op({{"act", "save"}, {"base_version", 1}, {"fields", {{"parent", "x"}}}})), 400);
  EXPECT_EQ(status(with_op({{"act", "save"}, {"base_version", 1}, {"fields", {{"title", 7}}}})), 400);
  EXPECT_EQ(status(with_op(
                {{"act", "save"}, {"base_version", 1}, {"fields", {{"title", std::string(30'000, 'x')}}}})),
            400);
  EXPECT_EQ(status(with_op({{"act", "save"}, {"base_version", 7}, {"fields", NewJson::object()}})), 409);
  EXPECT_EQ(status(with_op({{"act", "judge"}, {"doc", "a"}, {"relevant", "yes"}})), 400);
  EXPECT_EQ(status(with_op({{"act", "judge"}, {"doc", "nowhere"}, {"relevant", true}})), 404);
  EXPECT_EQ(status(with_op({{"act", "answer"}, {"form", "b"}, {"question", "B1"}, {"value", "x"}})), 404)
      << "no form of this track is for authors";
  // What XML cannot hold would be missing from the topics that are exported.
  for (const TopicField& field : kTopicFields) {
    const NewJson fields = {{std::string(field.name), "a\vb"}};
    EXPECT_EQ(status(with_op({{"act", "save"}, {"base_version", 1}, {"fields", fields}})), 422) << field.name;
  }
  EXPECT_EQ(status(with_op({{"act", "search"}, {"query", "a\vb"}})), 422);
}

TEST_F(ParticipantsTest, RolesDecideWhatIsOnOffer) {
  const auto me = NewJson::parse(ask("GET", "/api/me", &cy_).body);
  EXPECT_EQ(me["roles"], NewJson::parse(R"(["participant"])"));
  EXPECT_EQ(me["group"], "Harbour");
  EXPECT_EQ(me["phases"][0]["state"], "open");
  EXPECT_EQ(ask("POST", "/api/admin/account", &org_, {{"name", "flo"}, {"role", "participant"}}).status, 422);
  EXPECT_EQ(ask("POST", "/api/admin/account", &org_, {{"name", "flo"}, {"role", "pilot"}}).status, 422);
  EXPECT_EQ(ask("POST", "/api/admin/account", &org_, {{"name", "cy"}, {"role", "assessor"}}).status, 200);
  const auto both = NewJson::parse(ask("GET", "/api/me", &cy_).body);
  EXPECT_EQ(both["roles"], NewJson::parse(R"(["assessor","participant"])"));
  // Who does not take part any more has nothing to write.
  EXPECT_EQ(ask("POST", "/api/admin/roles", &org_, {{"account", "cy"}, {"role", "assessor"}}).status, 200);
  EXPECT_EQ(ask("GET", "/api/candidates", &cy_).status, 404);
  EXPECT_EQ(ask("GET", target(id_), &cy_).status, 404);
  EXPECT_EQ(ask("POST", "/api/admin/phase", &org_, {{"phase", "lunch"}, {"act", "open"}}).status, 422);
  EXPECT_EQ(ask("POST", "/api/admin/phase", &org_, {{"phase", "runs"}, {"act", "dates"}}).status, 422);
  EXPECT_EQ(
      ask("POST", "/api/admin/phase", &org_, {{"phase", "runs"}, {"act", "open"}, {"until", "soon"}}).status,
      422);
  EXPECT_EQ(
      ask("POST", "/api/admin/phase", &org_, {{"phase", "runs"}, {"act", "close"}, {"until", 7}}).status,
      400);
}

}  // namespace
}  // namespace fovea::assess
