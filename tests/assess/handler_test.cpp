// Every route with right, wrong, foreign and missing credentials; what it answers, and what it must not.
#include "assess/handler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <future>
#include <nlohmann/json.hpp>

#include "asking.h"
#include "assess/rebuild.h"
#include "assess/secrets.h"
#include "assess/upload_token.h"
#include "world.h"

namespace fovea::assess {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using Json = nlohmann::json;

/// Somebody with a cookie and a CSRF token.
struct Visitor {
  std::string cookie;
  std::string csrf;
};

class HandlerTest : public testing::Test {
 protected:
  void SetUp() override {
    ann_ = log_in_as(world.ann);
    bob_ = log_in_as(world.bob);
    writer_
        ->submit([this](Store& store) {
          organiser = must(store.add_account("org", "organiser", "", {}));
          reader = must(store.add_account("reader", "reader", "", {}));
          return true;
        })
        .get();
    org_ = log_in_as(organiser);
    reader_ = log_in_as(reader);
  }

  Visitor log_in_as(std::int64_t account) {
    const NewLogin login =
        writer_->submit([account, this](Store& store) { return log_in(store, account, now); }).get();
    return {"fovea=" + login.token, login.csrf};
  }

  Request request(const std::string& method, const std::string& target, const Visitor* who,
                  const Json& body = nullptr) {
    Request out;
    out.method = method;
    out.target = target;
    out.peer = "here";
    out.headers["host"] = "127.0.0.1:7333";
    if (method != "GET") out.headers["origin"] = "http://127.0.0.1:7333";
    if (who != nullptr) {
      out.headers["cookie"] = "other=1; " + who->cookie;
      out.headers["x-csrf"] = who->csrf;
    }
    if (!body.is_null()) {
      out.headers["content-type"] = "application/json";
      out.body = body.dump();
    }
    return out;
  }
  Response ask(const Request& request) { return answer_to(*handler_, request); }
  Response ask(const std::string& method, const std::string& target, const Visitor* who,
               const Json& body = nullptr) {
    return ask(request(method, target, who, body));
  }

  Json act(const std::string& kind, std::int64_t version, const Json& data = Json::object(),
           const std::string& doc = "a") {
    const std::string number = std::to_string(1'000'000'000'000 + ++ops_);
    return {{"op", std::string(32 - number.size(), '0') + number},
            {"doc", doc},
            {"base_version", version},
            {"sha256", world.sum},
            {"kind", kind},
            {"data", data}};
  }
  std::string assignment(std::int64_t id, const std::string& rest) {
    return "/api/assignments/" + std::to_string(id) + rest;
  }

  World world;
  std::int64_t now = 1'000'000'000;
  std::int64_t organiser = 0, reader = 0;
  std::unique_ptr<StoreWriter> writer_ = std::make_unique<StoreWriter>(world.path);
  std::unique_ptr<Handler> handler_ =
      std::make_unique<Handler>(*writer_, world.path, ServedTrack{.rules = world.rules},
                                HandlerOptions{.hosts = {"127.0.0.1:7333"},
                                               .origins = {"http://127.0.0.1:7333"},
                                               .cookie = "fovea",
                                               .key = "the key",
                                               .key_account = 1,
                                               .log_ins = {.wait_seconds = 1},
                                               .now_ms = [this] { return now; }});
  Visitor ann_, bob_, org_, reader_;

 private:
  std::uint64_t ops_ = 0;
};

TEST_F(HandlerTest, AnswersEveryRouteOnlyToThoseWhoMay) {
  struct Route {
    std::string method, target;
    Json body;
    std::vector<const Visitor*> may;
  };
  const Json one_act = Json::array({act("add", 0, {{"begin", 1}, {"end", 2}})});
  const std::vector<Route> routes{
      {"GET", "/api/me", nullptr, {&ann_, &bob_, &org_, &reader_}},
      {"GET", assignment(world.first, "/items"), nullptr, {&ann_, &org_}},
      {"GET", assignment(world.first, "/item?doc=a"), nullptr, {&ann_, &org_}},
      {"GET", "/api/document?id=a&sha256=" + world.sum, nullptr, {&ann_, &bob_, &org_}},
      {"POST", assignment(world.first, "/events"), one_act, {&ann_}},
      {"PUT",
       assignment(world.first, "/answers"),
       {{"form", "b"}, {"question", "B1"}, {"value", "3"}},
       {&ann_}},
      {"GET", assignment(world.first, "/answers"), nullptr, {&ann_, &org_}},
      {"POST", assignment(world.first, "/extra"), {{"doc", "c"}}, {&ann_}},
      {"POST", assignment(world.first, "/finish"), nullptr, {&ann_}},
      {"POST", assignment(world.first, "/look"), {{"doc", "a"}}, {&ann_}},
      {"GET", "/api/search?q=text", nullptr, {&ann_, &bob_, &org_, &reader_}},
      {"GET", "/search?q=text", nullptr, {&ann_, &bob_, &org_, &reader_}},
      {"GET", "/api/phases", nullptr, {&ann_, &bob_, &org_, &reader_}},
      {"GET", "/api/selection", nullptr, {&org_}},
      {"GET", "/api/overview", nullptr, {&org_}},
      {"GET", "/api/progress", nullptr, {&org_, &reader_}},
      {"GET", "/api/live", nullptr, {&org_, &reader_}},
      {"GET", "/api/agreement", nullptr, {&org_, &reader_}},
      {"GET", "/api/reuse", nullptr, {&org_, &reader_}},
      {"GET", "/api/suggestions", nullptr, {&org_, &reader_}},
      {"GET", "/api/export?format=everything", nullptr, {&org_}},
      {"GET", "/api/log", nullptr, {&org_}},
      {"GET", "/api/verify", nullptr, {&org_}},
      {"GET", "/api/storage", nullptr, {&org_}},
      {"GET", "/api/export", nullptr, {&org_}},
      {"POST", "/api/admin/account", {{"name", "new"}, {"role", "assessor"}}, {&org_}},
      {"POST", "/api/admin/roles", {{"account", "bob"}, {"role", "assessor,reader"}}, {&org_}},
      {"POST", "/api/admin/phase", {{"phase", "runs"}, {"act", "open"}, {"until", "2026-12-01"}}, {&org_}},
      {"GET", "/api/people", nullptr, {&org_}},
      {"POST", "/api/admin/revoke", {{"account", "new"}}, {&org_}},
      {"POST", "/api/admin/active", {{"account", "new"}, {"active", false}}, {&org_}},
      {"POST", "/api/admin/assign", {{"topic", "2"}, {"account", "ann"}, {"part", "main"}}, {&org_}},
      {"POST", "/api/admin/lock", {{"assignment", world.second}, {"locked", true}}, {&org_}},
      {"POST", "/api/admin/unassign", {{"assignment", world.second}}, {&org_}},
      {"POST", "/api/admin/snapshot", {{"name", "s"}}, {&org_}},
      {"POST", "/api/admin/export", {{"format", "qrels"}}, {&org_}},
  };
  const std::int64_t before = head_of(world.open().database()).seq;
  for (const Route& route : routes) {
    EXPECT_EQ(ask(route.method, route.target, nullptr, route.body).status, 401) << route.target;
    const Visitor stranger{"fovea=" + new_token(), "x"};
    EXPECT_EQ(ask(route.method, route.target, &stranger, route.body).status, 401) << route.target;
    for (const Visitor* who : {&ann_, &bob_, &org_, &reader_}) {
      if (std::ranges::find(route.may, who) != route.may.end()) continue;
      EXPECT_EQ(ask(route.method, route.target, who, route.body).status, 404) << route.target;
    }
    if (route.method == "GET") continue;
    Request forged = request(route.method, route.target, route.may.front(), route.body);
    forged.headers["x-csrf"] = "guess";
    EXPECT_EQ(ask(forged).status, 403) << route.target;
    forged = request(route.method, route.target, route.may.front(), route.body);
    forged.headers["origin"] = "https://evil.example";
    EXPECT_EQ(ask(forged).status, 403) << route.target;
    forged.headers.erase("origin");
    EXPECT_EQ(ask(forged).status, 403) << route.target;
    const bool also_read = route.target.ends_with("/answers");
    EXPECT_EQ(ask("GET", route.target, route.may.front()).status, also_read ? 200 : 405) << route.target;
  }
  // Nobody who may not has changed anything.
  EXPECT_EQ(head_of(world.open().database()).seq, before);
  for (const Route& route : routes) {
    for (const Visitor* who : route.may) {
      const Response response = ask(route.method, route.target, who, route.body);
      // This server has neither index nor runs, and its assessors are blind.
      const bool absent = route.target.starts_with("/api/search") || route.target == "/api/live" ||
                          route.target == "/api/reuse" || route.target.ends_with("/look");
      const int expected = route.target.ends_with("/finish") ? 422 : absent ? 404 : 200;
      EXPECT_EQ(response.status, expected) << route.target << response.body;
    }
  }
  Store store = world.open();
  EXPECT_THAT(verify(store), IsEmpty());
}

TEST_F(HandlerTest, KnowsItsHostAndSendsItsRules) {
  Request other = request("GET", "/api/me", &ann_);
  other.headers["host"] = "evil.example";
  EXPECT_EQ(ask(other).status, 403);
  EXPECT_THAT(ask(other).body, HasSubstr("evil.example"));
  const Response response = ask("GET", "/api/me", &ann_);
  std::map<std::string, std::string> headers(response.headers.begin(), response.headers.end());
  EXPECT_THAT(headers["Content-Security-Policy"], HasSubstr("default-src 'none'"));
  EXPECT_EQ(headers["X-Content-Type-Options"], "nosniff");
  EXPECT_EQ(headers["Cache-Control"], "no-store");
}

TEST_F(HandlerTest, NamesTheAccountOfEveryAnswerForTheSharingOfConnections) {
  const Response read = ask("GET", "/api/me", &ann_);
  const Response saved =
      ask("POST", assignment(world.first, "/events"), &ann_, Json::array({act("time", 0)}));
  EXPECT_EQ(saved.status, 200);
  EXPECT_NE(saved.client, "");
  EXPECT_EQ(saved.client, read.client);
  EXPECT_NE(ask("GET", "/api/me", &bob_).client, read.client);
  EXPECT_EQ(ask("GET", "/api/me", nullptr).client, "");
}

TEST_F(HandlerTest, SavesActsAndSaysWhatBecameOfEach) {
  const std::string target = assignment(world.first, "/events");
  const Json first = act("add", 0, {{"begin", 3}, {"end", 9}});
  const Json answer = Json::parse(
      ask("POST", target, &ann_,
          Json::array({first, act("bep", 1, {{"at", 4}}), act("judge", 9, {{"verdict", "relevant"}}),
                       act("undo", 2), act("judge", 0, {{"verdict", "not_relevant"}}, "b")}))
          .body);
  ASSERT_EQ(answer.size(), 5U);
  EXPECT_EQ(answer[1]["version"], 2);
  EXPECT_EQ(answer[2]["error"], "conflict");
  EXPECT_EQ(answer[2]["state"]["version"], 2);
  EXPECT_EQ(answer[2]["state"]["spans"], Json::parse("[[3,9]]"));
  EXPECT_EQ(answer[3]["error"], "stopped");
  EXPECT_EQ(answer[4]["version"], 1);
  // Sent again, it is there once, and a page that is behind learns what happened since.
  const Json again = Json::parse(
      ask("POST", target, &ann_, Json::array({first, act("add", 1, {{"begin", 20}, {"end", 25}})})).body);
  EXPECT_EQ(again[0]["seq"], answer[0]["seq"]);
  EXPECT_EQ(again[1]["since"].size(), 1U);
  EXPECT_EQ(again[1]["since"][0]["kind"], "bep");
  EXPECT_EQ(ask("POST", target, &ann_, Json::array({Json::object()})).status, 400);
  Request text = request("POST", target, &ann_);
  text.body = "[]";
  EXPECT_EQ(ask(text).status, 415);
}

TEST_F(HandlerTest, SlowsDownWhoSavesTooMuch) {
  const std::string target = assignment(world.first, "/events");
  Json many = Json::array();
  for (int i = 0; i < 200; ++i) many.push_back(act("time", 0));
  EXPECT_EQ(ask("POST", target, &ann_, many).status, 200);
  const Json one = Json::array({act("time", 0)});
  EXPECT_EQ(ask("POST", target, &ann_, one).status, 429);
  now += 1000;
  EXPECT_EQ(ask("POST", target, &ann_, one).status, 200);
  EXPECT_EQ(ask("POST", assignment(world.second, "/events"), &bob_, Json::array({act("time", 0)})).status,
            200);
}

TEST_F(HandlerTest, LogsInWithNameAndPasswordAndOutAgain) {
  writer_
      ->submit([this](Store& store) {
        const std::string token = invite(store, organiser, {std::nullopt, now});
        return accept_invite(store, token, hash_password("right password"), now);
      })
      .get();
  const Response wrong = ask("POST", "/api/login", nullptr, {{"name", "org"}, {"password", "wrong"}});
  EXPECT_EQ(ask("POST", "/api/login", nullptr, {{"name", "nobody"}, {"password", "wrong"}}).body, wrong.body);
  EXPECT_EQ(ask("POST", "/api/login", nullptr, {{"name", "ann"}, {"password", ""}}).status, 401);
  const Response in = ask("POST", "/api/login", nullptr, {{"name", "org"}, {"password", "right password"}});
  ASSERT_EQ(in.status, 200) << in.body;
  const std::string cookie = in.headers.front().second;
  EXPECT_THAT(cookie, HasSubstr("; HttpOnly; SameSite=Strict"));
  const Visitor visitor{cookie.substr(0, cookie.find(';')), Json::parse(in.body)["csrf"]};
  EXPECT_EQ(Json::parse(ask("GET", "/api/me", &visitor).body)["roles"], Json::parse(R"(["organiser"])"));
  EXPECT_EQ(ask("POST", "/api/logout", &visitor).status, 200);
  EXPECT_EQ(ask("GET", "/api/me", &visitor).status, 401);
}

TEST_F(HandlerTest, GuessesOfOthersDoNotLockTheRightPasswordOut) {
  writer_
      ->submit([&](Store& store) {
        return accept_invite(store, invite(store, organiser, {std::nullopt, now}),
                             hash_password("right password"), now);
      })
      .get();
  const auto status = [&](const std::string& password, const std::string& peer) {
    Request log_in = request("POST", "/api/login", nullptr, {{"name", "org"}, {"password", password}});
    log_in.peer = peer;
    return ask(log_in).status;
  };
  for (int i = 0; i < 8; ++i) EXPECT_EQ(status("guess", "2001:db8::" + std::to_string(i)), 401);
  EXPECT_EQ(status("right password", "192.0.2.1"), 200);
  EXPECT_EQ(status("right password", "2001:db8::1"), 200);
}

TEST_F(HandlerTest, RefusesTextsThatXmlCannotHoldWhereverTheyAreTyped) {
  struct Field {
    std::string method, target;
    Json body;
  };
  for (const std::string& unfit :
       {std::string("\x0b"), std::string("\x01"), std::string(1, '\0'), std::string("\x1b"),
        std::string("\xEF\xBF\xBE"), std::string("\xEF\xBF\xBF")}) {
    const std::string text = "a" + unfit + "b";
    for (const Field& field : std::vector<Field>{
             {"POST", "/api/admin/account", {{"name", text}}},
             {"POST", "/api/admin/account", {{"name", "x"}, {"role", "participant"}, {"group", text}}},
             {"POST", "/api/admin/snapshot", {{"name", text}}},
             {"POST", "/api/admin/candidate", {{"candidate", 1}, {"decision", "rejected"}, {"reason", text}}},
             {"POST", "/api/admin/number", {{"first", text}}},
             {"POST", "/api/candidates", {{"fields", {{"title", text}}}}},
             {"POST", "/api/candidates", {{"fields", {{text, "title"}}}}}}) {
      const Response answer = ask(field.method, field.target, &org_, field.body);
      // Topics are written by participants: an organiser has no such route.
      const bool organises = field.target != "/api/candidates";
      EXPECT_TRUE(answer.status == 422 || !organises) << field.target << answer.status;
      EXPECT_TRUE(answer.body.find("found the character U+") != std::string::npos || !organises)
          << field.target;
    }
    const std::string events = assignment(world.first, "/events");
    EXPECT_EQ(ask("POST", events, &ann_, Json::array({act("comment", 0, {{"text", text}})})).status, 400);
    const Json answered = {{"form", "b"}, {"question", "B1"}, {"value", text}};
    EXPECT_EQ(ask("PUT", assignment(world.first, "/answers"), &ann_, answered).status, 422);
  }
  // Tabs, line ends and everything that people write are text.
  const Json fine = {{"form", "b"}, {"question", "B1"}, {"value", "a\tb\r\nc \u00e4 \U0001F600"}};
  EXPECT_EQ(ask("PUT", assignment(world.first, "/answers"), &ann_, fine).status, 200);
  // Sent twice, it is there once: the number is the sender's.
  Json numbered = fine;
  numbered["op"] = "not a number";
  EXPECT_EQ(ask("PUT", assignment(world.first, "/answers"), &ann_, numbered).status, 400);
  numbered["op"] = "00112233-4455-6677-8899-aabbccddeeff";
  const std::string answered_once = ask("PUT", assignment(world.first, "/answers"), &ann_, numbered).body;
  EXPECT_EQ(ask("PUT", assignment(world.first, "/answers"), &ann_, numbered).body, answered_once);
}

TEST_F(HandlerTest, InvitesOnceAndForSevenDays) {
  const std::string token = Json::parse(
      ask("POST", "/api/admin/account", &org_, {{"name", "eve"}, {"role", "assessor"}}).body)["token"];
  EXPECT_EQ(ask("POST", "/api/invite", nullptr, {{"token", token}, {"password", "short"}}).status, 422);
  EXPECT_EQ(ask("POST", "/api/invite", nullptr, {{"token", "x" + token}, {"password", "long enough"}}).status,
            404);
  EXPECT_EQ(ask("POST", "/api/invite", nullptr, {{"token", token}, {"password", "long enough"}}).status, 200);
  EXPECT_EQ(ask("POST", "/api/invite", nullptr, {{"token", token}, {"password", "long enough"}}).status, 404);
  EXPECT_EQ(ask("POST", "/api/login", nullptr, {{"name", "eve"}, {"password", "long enough"}}).status, 200);
  const std::string late = Json::parse(
      ask("POST", "/api/admin/account", &org_, {{"name", "eve"}, {"role", "assessor"}}).body)["token"];
  now += kInviteTime + 1;
  org_ = log_in_as(organiser);
  EXPECT_EQ(ask("POST", "/api/invite", nullptr, {{"token", late}, {"password", "long enough"}}).status, 404);
}

TEST_F(HandlerTest, ANewPasswordEndsEveryOtherWayIntoTheAccount) {
  const auto invited = [&](const std::string& name) {
    return Json::parse(ask("POST", "/api/admin/account", &org_,
                           {{"name", name}, {"role", "participant"}, {"group", "QUT"}})
                           .body)["token"]
        .get<std::string>();
  };
  const auto accepted = [&](const std::string& token) {
    return ask("POST", "/api/invite", nullptr, {{"token", token}, {"password", "long enough"}}).status;
  };
  const std::string first = invited("eve");
  const std::string second = invited("eve");
  const std::string of_another = invited("zoe");
  const std::int64_t eve = *Store::open(world.path, false).account("eve");
  const Visitor before = log_in_as(eve);
  const std::string upload =
      writer_->submit([&](Store& store) {
               return new_upload_token(store, eve, {eve, now});
             })
          .get();
  const auto may_upload = [&] {
    Store store = Store::open(world.path, false);
    return session_of_upload_token(store, upload, now).has_value();
  };
  EXPECT_TRUE(may_upload());
  EXPECT_EQ(accepted(second), 200);
  EXPECT_EQ(accepted(first), 404);
  EXPECT_EQ(ask("GET", "/api/me", &before).status, 401);
  EXPECT_FALSE(may_upload());
  EXPECT_EQ(accepted(of_another), 200);
  // One that is made afterwards is good again.
  EXPECT_EQ(accepted(invited("eve")), 200);
}

TEST_F(HandlerTest, AnInvitationIsReplacedByTheNextAndCanBeRevoked) {
  const auto invited = [&] {
    return Json::parse(ask("POST", "/api/admin/account", &org_, {{"name", "eve"}}).body)["token"]
        .get<std::string>();
  };
  const auto accepted = [&](const std::string& token) {
    return ask("POST", "/api/invite", nullptr, {{"token", token}, {"password", "long enough"}}).status;
  };
  const auto eve = [&] {
    for (Json& each : Json::parse(ask("GET", "/api/people", &org_).body)) {
      if (each["name"] == "eve") return each;
    }
    return Json();
  };
  const std::string first = invited();
  const std::string second = invited();
  EXPECT_EQ(accepted(first), 404);
  EXPECT_EQ(eve()["state"], "invited");
  EXPECT_EQ(eve()["invited_until_ms"], now + kInviteTime);
  EXPECT_EQ(eve()["seen_ms"], nullptr);
  EXPECT_EQ(ask("POST", "/api/admin/revoke", &org_, {{"account", "eve"}}).status, 200);
  EXPECT_EQ(ask("POST", "/api/admin/revoke", &org_, {{"account", "eve"}}).status, 409);
  EXPECT_EQ(ask("POST", "/api/admin/revoke", &org_, {{"account", "nobody"}}).status, 404);
  EXPECT_EQ(accepted(second), 404);
  EXPECT_EQ(eve()["invited_until_ms"], nullptr);
  EXPECT_EQ(accepted(invited()), 200);
  EXPECT_EQ(eve()["state"], "active");
  EXPECT_EQ(eve()["seen_ms"], now);
  // What is too old is nothing to revoke.
  invited();
  now += kInviteTime + 1;
  org_ = log_in_as(organiser);
  EXPECT_EQ(ask("POST", "/api/admin/revoke", &org_, {{"account", "eve"}}).status, 409);
  Store store = world.open();
  EXPECT_THAT(verify(store), IsEmpty());
}

TEST_F(HandlerTest, ADisabledAccountHasNoWayInAndIsAsBeforeWhenEnabled) {
  const auto set_active = [&](const std::string& name, bool active) {
    return ask("POST", "/api/admin/active", &org_, {{"account", name}, {"active", active}}).status;
  };
  const auto log_in = [&] {
    return ask("POST", "/api/login", nullptr, {{"name", "eve"}, {"password", "long enough"}}).status;
  };
  const std::string token = Json::parse(
      ask("POST", "/api/admin/account", &org_, {{"name", "eve"}, {"role", "participant"}, {"group", "QUT"}})
          .body)["token"];
  EXPECT_EQ(ask("POST", "/api/invite", nullptr, {{"token", token}, {"password", "long enough"}}).status, 200);
  const std::int64_t eve = *Store::open(world.path, false).account("eve");
  const Visitor before = log_in_as(eve);
  const std::string upload =
      writer_->submit([&](Store& store) {
               return new_upload_token(store, eve, {eve, now});
             })
          .get();
  const std::string again =
      Json::parse(ask("POST", "/api/admin/account", &org_, {{"name", "eve"}}).body)["token"];
  EXPECT_EQ(set_active("eve", false), 200);
  EXPECT_EQ(set_active("eve", false), 409);
  EXPECT_EQ(ask("GET", "/api/me", &before).status, 401);
  EXPECT_EQ(log_in(), 401);
  EXPECT_EQ(ask("POST", "/api/invite", nullptr, {{"token", again}, {"password", "long enough"}}).status, 404);
  EXPECT_EQ(ask("POST", "/api/admin/account", &org_, {{"name", "eve"}}).status, 422);
  EXPECT_EQ(
      ask("POST", "/api/admin/assign", &org_, {{"topic", "2"}, {"account", "eve"}, {"part", "main"}}).status,
      422);
  {
    Store store = world.open();
    EXPECT_FALSE(session_of_upload_token(store, upload, now));
    EXPECT_THAT(verify(store), IsEmpty());
    // It is not among those that something can be given to.
    EXPECT_THAT(ask("GET", "/api/overview", &org_).body, testing::Not(HasSubstr("eve")));
    EXPECT_THAT(ask("GET", "/api/people", &org_).body, HasSubstr(R"("state":"disabled")"));
  }
  EXPECT_EQ(set_active("eve", true), 200);
  EXPECT_EQ(ask("GET", "/api/me", &before).status, 401) << "log-ins do not come back";
  EXPECT_EQ(log_in(), 200);
  EXPECT_EQ(set_active("org", false), 422) << "nobody disables themselves";
  EXPECT_EQ(set_active("nobody", false), 404);
  Store store = world.open();
  EXPECT_THAT(verify(store), IsEmpty());
}

TEST_F(HandlerTest, EndsLogInsThatAreNotUsedOrTooOld) {
  now += kLongestIdle - 1;
  EXPECT_EQ(ask("GET", "/api/me", &ann_).status, 200);
  writer_->submit([](Store&) { return true; }).get();  // what was seen has been written
  now += kLongestIdle - 1;
  EXPECT_EQ(ask("GET", "/api/me", &ann_).status, 200);
  EXPECT_EQ(ask("GET", "/api/me", &bob_).status, 401);
  for (int i = 0; i < 20; ++i) {
    now += kLongestIdle - 1;
    ask("GET", "/api/me", &ann_);
    writer_->submit([](Store&) { return true; }).get();
  }
  EXPECT_EQ(ask("GET", "/api/me", &ann_).status, 401);
}

TEST_F(HandlerTest, TheKeyOpensOneAccount) {
  EXPECT_EQ(ask("POST", "/api/login", nullptr, {{"key", "another"}}).status, 401);
  EXPECT_EQ(ask("POST", "/api/login", nullptr, {{"key", "the key"}}).status, 200);
}

TEST_F(HandlerTest, GivesDocumentsByTheirTextAlone) {
  const Response response = ask("GET", "/api/document?id=a&sha256=" + world.sum, &ann_);
  const Json document = Json::parse(response.bytes());
  const auto again = ask("GET", "/api/document?id=a&sha256=" + world.sum, &ann_).shared;
  EXPECT_EQ(again, response.shared) << "answers share the bytes of a document";
  EXPECT_EQ(document["length"], World::kLength);
  EXPECT_EQ(sha256(std::string(document["text"])), world.sum);
  EXPECT_EQ(document["names"], Json::parse(R"(["t"])"));
  EXPECT_EQ(document["parent"], Json::parse("[-1]"));
  EXPECT_EQ(ask("GET", "/api/document?id=a&sha256=00", &ann_).status, 409);
  EXPECT_EQ(ask("GET", "/api/document?id=..%2F..%2Fetc%2Fpasswd&sha256=00", &ann_).status, 404);
  EXPECT_EQ(ask("GET", "/api/document?id=a%00b&sha256=00", &ann_).status, 404);
  EXPECT_EQ(ask("GET", "/api/document?id=a'%20OR%201=1--&sha256=00", &ann_).status, 404);
}

TEST_F(HandlerTest, TheOwnerOfTheMachineOrganisesWithoutLoggingIn) {
  Request local = request("POST", "/api/admin/snapshot", nullptr, {{"name", "mine"}});
  local.local = true;
  local.headers.erase("origin");
  EXPECT_EQ(ask(local).status, 200);
  EXPECT_EQ(ask(local).status, 409);
}

TEST_F(HandlerTest, ExportsWhatIsJudged) {
  ask("POST", assignment(world.first, "/events"), &ann_,
      Json::array({act("judge", 0, {{"verdict", "not_relevant"}})}));
  EXPECT_EQ(ask("GET", "/api/export?format=qrels", &org_).body, "1 Q0 a 0 40\n");
  EXPECT_EQ(ask("GET", "/api/export?format=nine", &org_).status, 400);
  EXPECT_EQ(ask("GET", "/api/export?snapshot=none", &org_).status, 404);
}

TEST_F(HandlerTest, ExportsAreOnRecordAndCarryTheChain) {
  const std::int64_t before = head_of(world.open().database()).seq;
  const Response response = ask("GET", "/api/export?format=jsonl&finished=1", &org_);
  const Head head = head_of(world.open().database());
  EXPECT_EQ(head.seq, before + 1);
  std::map<std::string, std::string> headers(response.headers.begin(), response.headers.end());
  EXPECT_EQ(headers["X-Chain"], hex(head.chain)) << "the chain ends with the export";
  const Json log = Json::parse(ask("GET", "/api/log?since=" + std::to_string(before), &org_).body);
  ASSERT_EQ(log.size(), 1U);
  EXPECT_EQ(log[0]["kind"], "admin.export");
  EXPECT_EQ(log[0]["account"], "org");
  EXPECT_EQ(log[0]["data"], Json::parse(R"({"format":"jsonl","finished":"1"})"));
  // What was refused is no export.
  ask("GET", "/api/export?format=nine", &org_);
  EXPECT_EQ(head_of(world.open().database()).seq, before + 1);
  const Json recorded =
      Json::parse(ask("POST", "/api/admin/export", &org_, {{"format", "qrels"}, {"part", "second"}}).body);
  EXPECT_EQ(recorded["seq"], before + 2);
  EXPECT_EQ(recorded["chain"], hex(head_of(world.open().database()).chain));
  Store store = world.open();
  EXPECT_THAT(verify(store), IsEmpty());
}

TEST_F(HandlerTest, CountsProgress) {
  ask("POST", assignment(world.first, "/events"), &ann_,
      Json::array({act("judge", 0, {{"verdict", "problem"}})}));
  const Json progress = Json::parse(ask("GET", "/api/progress", &org_).body);
  ASSERT_EQ(progress.size(), 2U);
  EXPECT_EQ(progress[0]["account"], "ann");
  EXPECT_EQ(progress[0]["judged"], 1);
  EXPECT_EQ(progress[0]["problems"], 1);
  EXPECT_EQ(progress[1]["judged"], 0);
}

TEST_F(HandlerTest, ReadersSeeFiguresAndNobodysWork) {
  EXPECT_TRUE(Json::parse(ask("GET", "/api/agreement", &org_).body).contains("disagreements"));
  EXPECT_FALSE(Json::parse(ask("GET", "/api/agreement", &reader_).body).contains("disagreements"));
}

TEST_F(HandlerTest, TakesExtraDocumentsOfTheCollection) {
  const std::string target = assignment(world.first, "/extra");
  EXPECT_EQ(ask("GET", "/api/document?id=c&sha256=" + world.sum, &ann_).status, 404);
  EXPECT_EQ(ask("POST", target, &ann_, {{"doc", "nothing"}}).status, 404);
  EXPECT_EQ(ask("POST", target, &ann_, {{"doc", "a"}}).status, 409);
  EXPECT_EQ(ask("POST", target, &ann_, {{"doc", "c"}}).status, 200);
  EXPECT_EQ(ask("GET", "/api/document?id=c&sha256=" + world.sum, &ann_).status, 200);
  const Json items = Json::parse(ask("GET", assignment(world.first, "/items"), &ann_).body)["items"];
  ASSERT_EQ(items.size(), 3U);
  EXPECT_EQ(items[2]["doc"], "c");
  EXPECT_EQ(items[2]["extra"], true);
  EXPECT_EQ(items[0]["extra"], false);
  Store store = world.open();
  EXPECT_THAT(verify(store), IsEmpty());
}

TEST_F(HandlerTest, HidesWhoReturnedADocumentUnlessTheTrackSaysOtherwise) {
  const std::string target = assignment(world.first, "/item?doc=a");
  EXPECT_FALSE(Json::parse(ask("GET", target, &ann_).body).contains("origins"));
  world.rules.blind = false;
  Handler open_handler(
      *writer_, world.path, ServedTrack{.rules = world.rules},
      HandlerOptions{.hosts = {"127.0.0.1:7333"}, .cookie = "fovea", .now_ms = [this] { return now; }});
  std::promise<Response> promise;
  open_handler.handle(request("GET", target, &ann_),
                      [&](Response response) { promise.set_value(std::move(response)); });
  EXPECT_EQ(Json::parse(promise.get_future().get().body)["origins"],
            Json::parse(R"([{"run":"r","group":"R","rank":1}])"));
}

TEST_F(HandlerTest, SaysWhatRunsReturnedToWhoIsNotBlindAndHasItOnRecord) {
  const std::string rows =
      "1 Q0 a 1 3 one 5 10\n1 Q0 b 2 2 one 0 1\n1 Q0 a 3 1 one 10 20\n2 Q0 a 1 1 one 0 3\n";
  Diagnostics said;
  const auto run = fovea::Run::open(InputFile::from_memory("one", rows), nullptr, said);
  const auto other = fovea::Run::open(InputFile::from_memory("two", "1 Q0 b 1 1 two\n"), nullptr, said);
  ASSERT_TRUE(run && other);
  Pooling pooling(world.path, *writer_,
                  {.scored = {{"one", &*run}, {"two", &*other}},
                   .collection = &*world.collection,
                   .measures = live_measures(AssessMode::kHighlight)},
                  {}, [this] { return now; });
  world.rules.blind = false;
  Handler open_handler(*writer_, world.path, ServedTrack{.rules = world.rules, .pooling = &pooling},
                       HandlerOptions{.hosts = {"127.0.0.1:7333"},
                                      .origins = {"http://127.0.0.1:7333"},
                                      .cookie = "fovea",
                                      .now_ms = [this] { return now; }});
  const auto look = [&](const Visitor* who, const std::string& doc) {
    std::promise<Response> promise;
    open_handler.handle(request("POST", assignment(world.first, "/look"), who, {{"doc", doc}}),
                        [&](Response response) { promise.set_value(std::move(response)); });
    return promise.get_future().get();
  };
  EXPECT_EQ(Json::parse(look(&ann_, "a").body),
            Json::parse(R"({"returned":[{"run":"one","spans":[[5,30]]}]})"));
  EXPECT_EQ(Json::parse(look(&ann_, "b").body),
            Json::parse(R"({"returned":[{"run":"one","spans":[[0,1]]},{"run":"two","spans":[[0,40]]}]})"));
  EXPECT_EQ(look(&ann_, "c").status, 404) << "no item of the topic";
  // Looking at an assessor's page writes nothing, and so shows nothing of this.
  EXPECT_EQ(look(&org_, "a").status, 404);
  const Json log = Json::parse(ask("GET", "/api/log?since=0", &org_).body);
  EXPECT_EQ(std::ranges::count_if(log, [](const Json& event) { return event["kind"] == "look"; }), 2);
  EXPECT_EQ(log.back()["doc"], "b");
  EXPECT_EQ(log.back()["account"], "ann");
  Store store = world.open();
  EXPECT_THAT(verify(store), IsEmpty());
}

TEST_F(HandlerTest, TellsTheHistoryOfADocumentSoThatAPageCanUndo) {
  const Json acts =
      Json::array({act("add", 0, {{"begin", 1}, {"end", 3}}), act("comment", 1, {{"text", "half of it"}}),
                   act("undo", 1), act("add", 0, {{"begin", 0}, {"end", 1}}, "b")});
  ask("POST", assignment(world.first, "/events"), &ann_, acts);
  const Json history =
      Json::parse(ask("GET", assignment(world.first, "/item?doc=a"), &ann_).body).at("history");
  ASSERT_EQ(history.size(), 3U);
  for (std::size_t i = 0; i < history.size(); ++i) {
    EXPECT_EQ(history[i]["op"], acts[i]["op"]);
    EXPECT_EQ(history[i]["kind"], acts[i]["kind"]);
  }
  EXPECT_EQ(history[0]["delta"], Json::parse(R"({"added":[[1,3]]})"));
  EXPECT_EQ(history[1]["data"]["text"], "half of it");
  EXPECT_EQ(history[2]["delta"], Json::parse(R"({"removed":[[1,3]]})"));
}

TEST_F(HandlerTest, SaysWhatOrganisersChooseFrom) {
  ask("PUT", assignment(world.first, "/answers"), &ann_, {{"form", "b"}, {"question", "B1"}, {"value", "3"}});
  ask("POST", "/api/admin/snapshot", &org_, {{"name", "half"}});
  const Json overview = Json::parse(ask("GET", "/api/overview", &org_).body);
  EXPECT_EQ(overview["snapshots"], Json::parse(R"(["half"])"));
  EXPECT_EQ(overview["answers"], Json::parse(R"([{"form":"b","question":"B1","value":"3","count":1}])"));
  EXPECT_EQ(overview["accounts"].size(), 4U);
  EXPECT_FALSE(overview["topics"].empty());
}

TEST_F(HandlerTest, VerifiesAndCountsWhatTheDiskHolds) {
  const Json verified = Json::parse(ask("GET", "/api/verify", &org_).body);
  Store store = world.open();
  EXPECT_EQ(verified["events"], head_of(store.database()).seq);
  EXPECT_EQ(verified["chain"], hex(head_of(store.database()).chain));
  EXPECT_TRUE(verified["faults"].empty());
  std::filesystem::create_directories(world.path + ".runs/deeper");
  std::ofstream(world.path + ".runs/one") << "12345";
  std::ofstream(world.path + ".runs/deeper/two") << "123";
  std::ofstream(world.path + ".20261115-17.backup") << "1";
  const Json storage = Json::parse(ask("GET", "/api/storage", &org_).body);
  EXPECT_GT(storage["parts"][0]["bytes"], 1000);
  EXPECT_EQ(storage["parts"][1], Json::parse(R"({"name":"backups","files":1,"bytes":1})"));
  EXPECT_EQ(storage["parts"][2], Json::parse(R"({"name":"runs","files":2,"bytes":8})"));
  EXPECT_GT(storage["free"], 0);
  Database(world.path, Database::Mode::kWrite).run("UPDATE account SET role = 'organiser'");
  EXPECT_FALSE(Json::parse(ask("GET", "/api/verify", &org_).body)["faults"].empty());
}

TEST_F(HandlerTest, AsksForAnswersAndKeepsThem) {
  const std::string target = assignment(world.first, "/answers");
  EXPECT_EQ(ask("PUT", target, &ann_, {{"form", "b"}, {"question", "B9"}, {"value", "3"}}).status, 404);
  EXPECT_EQ(
      ask("PUT", target, &ann_, {{"form", "b"}, {"question", "B1"}, {"value", "'; DROP TABLE answer; --"}})
          .status,
      200);
  const Json forms = Json::parse(ask("GET", target, &ann_).body);
  ASSERT_EQ(forms.size(), 1U);
  EXPECT_EQ(forms[0]["questions"][0]["value"], "'; DROP TABLE answer; --");
}

TEST_F(HandlerTest, DoesNotKnowWhatThereIsNot) {
  for (const char* target :
       {"/api/", "/api/nothing", "/api/assignments/", "/api/assignments/x/items", "/api/assignments/1/x",
        "/api/assignments/99999999999999999999/items", "/etc/passwd", "/../x", "/api/admin/x"}) {
    EXPECT_EQ(ask("GET", target, &ann_).status, 404) << target;
  }
}

}  // namespace
}  // namespace fovea::assess
