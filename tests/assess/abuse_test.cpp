// No account takes more than its share: queues in which accounts take turns, answers that nobody reads, connections, checks, versions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <future>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "assess/candidates.h"
#include "assess/fair_queue.h"
#include "assess/http_server.h"
#include "assess/phases.h"
#include "assess/pool_building.h"
#include "assess/unread_answers.h"
#include "raw_client.h"
#include "world.h"

namespace fovea::assess {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

TEST(FairQueue, LetsKeysTakeTurnsAndKeepsTheOrderOfEach) {
  FairQueue<int> queue;
  for (const int item : {1, 2, 3}) queue.push("much", item);
  queue.push("little", 10);
  queue.push("some", 20);
  queue.push("some", 21);
  EXPECT_EQ(queue.size_of("much"), 3U);
  std::vector<int> order;
  while (const auto item = queue.pop()) order.push_back(*item);
  EXPECT_THAT(order, ElementsAre(1, 10, 20, 2, 21, 3));
  EXPECT_TRUE(queue.empty());
  queue.push("a", 1);
  queue.push("b", 2);
  EXPECT_EQ(queue.pop([](const std::string& key) { return key == "b"; }), 2);
  EXPECT_EQ(queue.pop([](const std::string& key) { return key == "b"; }), std::nullopt);
  EXPECT_EQ(queue.size(), 1U);
}

TEST(Writer, LetsAccountsTakeTurns) {
  World world;
  StoreWriter writer(world.path);
  std::promise<void> proceed;
  writer.submit([&](Store&) { return proceed.get_future().wait(), true; },
                [](std::optional<bool>, const std::exception_ptr&) {});
  std::vector<std::string> order;
  std::promise<void> all_done;
  int done = 0;
  const auto submit = [&](const std::string& account) {
    writer.submit([&order, account](Store&) { return order.push_back(account), true; },
                  [&](std::optional<bool>, const std::exception_ptr&) {
                    if (++done == 5) all_done.set_value();
                  },
                  account);
  };
  for (int i = 0; i < 4; ++i) submit("mallory");
  submit("ann");
  proceed.set_value();
  all_done.get_future().wait();
  EXPECT_THAT(order, ElementsAre("mallory", "ann", "mallory", "mallory", "mallory"));
}

// ---- Answers that nobody reads -----------------------------------------------------------------------------------------

class UnreadTest : public testing::Test {
 protected:
  using Bytes = std::shared_ptr<const std::string>;
  static Bytes bytes(std::size_t size) { return std::make_shared<const std::string>(size, 'y'); }
  UnreadAnswers::Refusal ask(const std::string& client, const Bytes& answer) {
    const auto refusal = unread.make_room(client, answer, now);
    if (refusal == UnreadAnswers::Refusal::kNone)
      unread.add({client, answer, now, [this, client] { given_up.push_back(client); }});
    return refusal;
  }
  UnreadAnswers unread{100, 60};
  UnreadAnswers::Clock::time_point now = UnreadAnswers::Clock::now();
  std::vector<std::string> given_up;
};

TEST_F(UnreadTest, TakesFromWhoHasMostAndOnlyAfterTimeToRead) {
  using Refusal = UnreadAnswers::Refusal;
  for (int i = 0; i < 6; ++i) EXPECT_EQ(ask("mallory", bytes(10)), Refusal::kNone);
  EXPECT_EQ(ask("mallory", bytes(1)), Refusal::kOfClient);
  EXPECT_EQ(ask("bob", bytes(30)), Refusal::kNone);
  EXPECT_EQ(ask("ann", bytes(20)), Refusal::kOfAll) << "nobody has had time to read";
  now += std::chrono::seconds(2);
  EXPECT_EQ(ask("ann", bytes(20)), Refusal::kNone);
  EXPECT_THAT(given_up, ElementsAre("mallory"));
  EXPECT_EQ(unread.bytes(), 100U);
  now += std::chrono::seconds(2);
  EXPECT_EQ(ask("bob", bytes(30)), Refusal::kOfAll) << "bob would have most";
}

TEST_F(UnreadTest, CountsSharedBytesOnceAndLargeOnesAsABudget) {
  using Refusal = UnreadAnswers::Refusal;
  const Bytes shared = bytes(60);
  for (int i = 0; i < 400; ++i) EXPECT_EQ(ask("mallory", shared), Refusal::kNone);
  EXPECT_EQ(unread.bytes(), 60U);
  EXPECT_EQ(ask("ann", shared), Refusal::kNone);
  UnreadAnswers::Refusal refusal = unread.make_room("organiser", bytes(1'000), now);
  EXPECT_EQ(refusal, Refusal::kOfAll);
  UnreadAnswers empty(100, 60);
  EXPECT_EQ(empty.make_room("organiser", bytes(1'000), now), Refusal::kNone)
      << "an export is larger than any budget";
}

/// 400 connections that ask for three megabytes and read nothing: one of them has the bytes.
TEST(HttpServer, SharesTheBytesOfAnswers) {
  const auto article = std::make_shared<const std::string>(std::size_t{3} << 20, 'a');
  const HttpServer server({}, [&](const Request& request, const Respond& respond) {
    Response response;
    response.client = request.target;
    response.shared = article;
    respond(std::move(response));
  });
  std::vector<RawClient> clients;
  for (int i = 0; i < 100; ++i)
    clients.emplace_back(server.port()).send("GET /mallory HTTP/1.1\r\nHost: x\r\n\r\n");
  for (RawClient& client : clients) EXPECT_EQ(client.read_some(12), "HTTP/1.1 200");
}

TEST(HttpServer, DrivesOutSilentConnectionsAndNoUpload) {
  class Sink : public BodySink {
   public:
    std::optional<Response> take(std::string_view piece) override {
      bytes_ += piece.size();
      return std::nullopt;
    }
    void finish(const Respond& respond) override {
      Response response;
      response.body = "took " + std::to_string(bytes_);
      respond(std::move(response));
    }

   private:
    std::size_t bytes_ = 0;
  };
  ServerOptions options;
  options.most_connections = 8;
  const HttpServer server(options, [](const Request&, const Respond& respond) { respond({}); },
                          {[](std::string_view method, std::string_view) { return method == "POST"; },
                           [](const Request&) -> BegunBody { return std::make_unique<Sink>(); }});
  RawClient upload(server.port());
  upload.send("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 6\r\n\r\n");
  EXPECT_THAT(upload.read_until("\r\n\r\n"), StartsWith("HTTP/1.1 100"));
  upload.send("abc");
  std::vector<RawClient> silent;
  for (int i = 0; i < 40; ++i) silent.emplace_back(server.port());
  for (int i = 0; i < 33; ++i) EXPECT_EQ(silent[static_cast<std::size_t>(i)].read_all(), "");
  upload.send("def");
  EXPECT_THAT(upload.read_all(), HasSubstr("took 6"));
}

// ---- Stopping ------------------------------------------------------------------------------------------------------------

TEST(HttpServer, DrivesOutWhoDribblesABodyBeforeIdleConnections) {
  Limits limits;
  limits.connections = 3;
  ServerOptions options = server_options(limits);
  options.time_to_speak = std::chrono::milliseconds(0);
  const HttpServer server(options, [](const Request&, const Respond& respond) { respond(Response()); });
  const std::string get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
  RawClient idle(server.port());
  idle.send(get);
  EXPECT_THAT(idle.read_response(), testing::StartsWith("HTTP/1.1 200"));
  std::vector<RawClient> dribble;
  for (int i = 0; i < 2; ++i)
    dribble.emplace_back(server.port()).send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nsome");
  // Answered when the server has seen what was sent before.
  idle.send(get);
  EXPECT_THAT(idle.read_response(), testing::StartsWith("HTTP/1.1 200"));
  // Each who comes drives one of them out; which one goes first depends on whose body the server saw first.
  std::vector<RawClient> fresh;
  for (int i = 0; i < 2; ++i) {
    fresh.emplace_back(server.port()).send(get);
    EXPECT_THAT(fresh.back().read_response(), testing::StartsWith("HTTP/1.1 200"));
  }
  for (RawClient& each : dribble) EXPECT_EQ(each.read_all(), "");
  idle.send(get);
  EXPECT_THAT(idle.read_response(), testing::StartsWith("HTTP/1.1 200"));
}

TEST(HttpServer, DrivesOutConnectionsOfTheAccountThatHasMost) {
  Limits limits;
  limits.connections = 8;
  const HttpServer server(server_options(limits), [](const Request& request, const Respond& respond) {
    Response response;
    response.client = std::string(request.header("cookie"));
    respond(std::move(response));
  });
  const auto answered = [](RawClient& client, const std::string& cookie) {
    client.send("GET / HTTP/1.1\r\nHost: x\r\n" + (cookie.empty() ? "" : "Cookie: " + cookie + "\r\n") +
                "\r\n");
    return client.read_response().starts_with("HTTP/1.1 200");
  };
  std::vector<RawClient> people;
  for (const char* const name : {"ann", "bob", "cy"}) {
    people.emplace_back(server.port());
    EXPECT_TRUE(answered(people.back(), name));
  }
  // Nobody who comes later takes the place of the three who were there first and have been idle for longest: neither strangers
  // who send bodies that do not end, nor one account with many connections.
  std::vector<RawClient> strangers;
  for (int i = 0; i < 20; ++i)
    strangers.emplace_back(server.port()).send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nsome");
  for (std::size_t i = 0; i < people.size(); ++i)
    EXPECT_TRUE(answered(people[i], std::array{"ann", "bob", "cy"}[i]));
  std::vector<RawClient> greedy;
  for (int i = 0; i < 20; ++i) EXPECT_TRUE(answered(greedy.emplace_back(server.port()), "dan"));
  for (std::size_t i = 0; i < people.size(); ++i)
    EXPECT_TRUE(answered(people[i], std::array{"ann", "bob", "cy"}[i]));
}

TEST(HttpServer, StopsWhileSomethingIsComputed) {
  ServerOptions options;
  options.farewell = std::chrono::milliseconds(1);
  options.may_take_long = [](const Request&) { return true; };
  std::promise<void> begun;
  auto server = std::make_unique<HttpServer>(options, [&](const Request& request, const Respond&) {
    begun.set_value();
    while (!request.overdue()) std::this_thread::yield();
  });
  RawClient client(server->port());
  client.send("GET /selection HTTP/1.1\r\nHost: x\r\n\r\n");
  begun.get_future().wait();
  server.reset();
  EXPECT_EQ(client.read_all(), "");
}

// ---- Versions --------------------------------------------------------------------------------------------------------------

TEST(Versions, ArePagedAndHoldWhatChanged) {
  World world;
  Store store = world.open();
  const std::int64_t author = must(store.add_account("cy", "participant", "", {}));
  must(change_phase(store, Phase::kTopics, {.state = PhaseState::kOpen}, {}));
  const std::int64_t id = must(add_candidate(store, "Harbour", op_of(1), {}, {author}));
  auto save = [&, ops = std::uint64_t{1}](const std::string& title, const std::string& narrative) mutable {
    CandidateAct act;
    act.op = op_of(++ops);
    act.base_version = find_candidate(store, id)->version;
    act.fields = {{"title", title}, {"narrative", narrative}};
    return must(act_on_candidate(store, id, act, {}, {author})).version;
  };
  const std::string narrative(9'000, 'n');
  for (int i = 1; i <= 120; ++i) EXPECT_EQ(save("title " + std::to_string(i), narrative), i);
  EXPECT_EQ(save("title 120", narrative), 120) << "a save that changes nothing makes no version";
  EXPECT_LT(store.database().number("SELECT sum(length(data)) FROM event WHERE kind = 'candidate.save'"),
            20'000)
      << "of what did not change, nothing is stored again";
  const Candidate candidate = *find_candidate(store, id);
  std::vector<CandidateVersion> all;
  std::size_t pages = 0;
  std::int64_t before = std::numeric_limits<std::int64_t>::max();
  for (bool older = true; older; ++pages) {
    const CandidateVersions page = versions_of(store, candidate, before);
    ASSERT_FALSE(page.versions.empty());
    EXPECT_LE(page.versions.size(), 50U);
    std::size_t bytes = 0;
    for (const CandidateVersion& each : page.versions) bytes += each.fields.at("narrative").size();
    EXPECT_LE(bytes, kilobytes(256));
    all.insert(all.begin(), page.versions.begin(), page.versions.end());
    before = page.versions.front().version;
    older = page.older;
  }
  EXPECT_GT(pages, 2U);
  ASSERT_EQ(all.size(), 120U);
  for (int i = 1; i <= 120; ++i) {
    EXPECT_EQ(all[static_cast<std::size_t>(i - 1)].version, i);
    EXPECT_EQ(all[static_cast<std::size_t>(i - 1)].fields.at("title"), "title " + std::to_string(i));
    EXPECT_EQ(all[static_cast<std::size_t>(i - 1)].fields.at("narrative"), narrative);
  }
}

}  // namespace
}  // namespace fovea::assess
