// Logging in while others guess: who waits, for how long, and that nobody else does.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <nlohmann/json.hpp>
#include <semaphore>
#include <thread>

#include "asking.h"
#include "assess/http_server.h"
#include "assess/log_in_gate.h"
#include "assess/password_thread.h"
#include "assess/secrets.h"
#include "raw_client.h"
#include "world.h"

namespace fovea::assess {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(LogInGate, KnowsNetworks) {
  EXPECT_EQ(network_of("192.0.2.1"), "192.0.2.1");
  EXPECT_EQ(network_of("::ffff:192.0.2.1"), "192.0.2.1");
  EXPECT_EQ(network_of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
  EXPECT_EQ(network_of("2001:db8:1:2::9"), "2001:db8:1:2::/64");
  EXPECT_EQ(network_of("socket"), "socket");
}

TEST(LogInGate, DoublesTheWaitWithEachWrongLogInAndNeverBeyondItsLimit) {
  LogInGate gate(LogInLimits{.per_name = 2, .wait_seconds = 8});
  std::vector<std::int64_t> waits;
  for (int i = 0; i < 7; ++i) {
    waits.push_back(gate.wait("ann", "192.0.2." + std::to_string(i), 0));
    gate.told("ann", "192.0.2." + std::to_string(i), false, 0);
  }
  EXPECT_THAT(waits, ElementsAre(0, 0, 1000, 2000, 4000, 8000, 8000));
  // Time heals, and the right password at once.
  EXPECT_LT(gate.wait("ann", "192.0.2.9", 5 * 60'000), 1000);
  gate.told("ann", "192.0.2.9", false, 5 * 60'000);
  for (int i = 0; i < 4; ++i) gate.told("ann", "192.0.2.9", false, 5 * 60'000);
  EXPECT_GE(gate.wait("ann", "192.0.2.9", 5 * 60'000), 4000);
  gate.told("ann", "192.0.2.9", true, 5 * 60'000);
  EXPECT_EQ(gate.wait("ann", "192.0.2.9", 5 * 60'000), 0);
}

TEST(LogInGate, CountsByNameAddressAndNetworkEachBeyondItsOwnLimit) {
  const LogInLimits limits{.per_name = 3, .per_address = 5, .per_network = 9};
  const auto free_of = [&](const auto& name_of, const auto& address_of) {
    LogInGate gate(limits);
    int free = 0;
    while (gate.wait(name_of(free), address_of(free), 0) == 0) {
      gate.told(name_of(free), address_of(free), false, 0);
      ++free;
    }
    return free;
  };
  const auto any = [](int i) { return "n" + std::to_string(i); };
  const auto one = [](int) { return std::string("ann"); };
  EXPECT_EQ(free_of(one, [](int i) { return "192.0.2." + std::to_string(i); }), 3);
  EXPECT_EQ(free_of(any, [](int) { return std::string("192.0.2.1"); }), 5);
  EXPECT_EQ(free_of(any, [](int i) { return "2001:db8::" + std::to_string(i); }), 9);
}

TEST(LogInGate, GuessesAtTheSameTimeAreNoCheaper) {
  LogInGate gate(LogInLimits{.per_name = 2});
  std::vector<std::int64_t> waits;
  for (int i = 0; i < 4; ++i) waits.push_back(gate.wait("ann", "192.0.2." + std::to_string(i), 0));
  EXPECT_THAT(waits, ElementsAre(0, 0, 1000, 2000));
}

TEST(LogInGate, AnyNumberOfPeopleShareAnAddress) {
  LogInGate gate(LogInLimits{});
  for (int i = 0; i < 1000; ++i) {
    const std::string name = "n" + std::to_string(i);
    ASSERT_EQ(gate.wait(name, "192.0.2.1", 0), 0);
    gate.told(name, "192.0.2.1", true, 0);
  }
}

/// Jobs that wait until they are let go, and say in which order they were done.
class PasswordThreadTest : public testing::Test {
 protected:
  /// Keeps the thread busy, so that what comes next waits.
  void hold() {
    std::binary_semaphore begun(0);
    ASSERT_TRUE(thread_.add("holder", {}, [&](bool) {
      begun.release();
      go_.acquire();
    }));
    begun.acquire();
  }
  bool add(const std::string& network, const std::string& name, std::chrono::milliseconds after = {}) {
    return thread_.add(network, after,
                       [this, name](bool may) { done_.push_back(may ? name : name + " refused"); });
  }
  /// Lets the thread go on, and waits until all that is due is done.
  std::vector<std::string> done() {
    std::binary_semaphore last(0);
    EXPECT_TRUE(thread_.add("last", {}, [&](bool) { last.release(); }));
    go_.release();
    last.acquire();
    thread_.stop();
    return done_;
  }

  std::vector<std::string> done_;
  std::binary_semaphore go_{0};
  PasswordThread thread_{6};
};

TEST_F(PasswordThreadTest, NetworksTakeTurnsAndThoseThatAreKnownGoFirst) {
  hold();
  thread_.trust("k");
  for (const char* const name : {"a1", "a2", "b1", "k1"}) EXPECT_TRUE(add(std::string(name, 1), name));
  const auto all = done();
  EXPECT_THAT(std::vector<std::string>(all.begin(), all.begin() + 3), ElementsAre("k1", "a1", "b1"));
}

TEST_F(PasswordThreadTest, RefusesBeyondItsEndAndHalfOfItForOneNetwork) {
  hold();
  EXPECT_TRUE(add("a", "a1"));
  EXPECT_TRUE(add("a", "a2"));
  EXPECT_TRUE(add("a", "a3"));
  EXPECT_FALSE(add("a", "a4"));
  EXPECT_TRUE(add("b", "b1", std::chrono::hours(1)));
  EXPECT_TRUE(add("c", "c1", std::chrono::hours(2)));
  EXPECT_TRUE(add("d", "d1"));
  // One that need not wait takes the place of one that has to; the others are as good as it is.
  EXPECT_FALSE(add("e", "e1", std::chrono::hours(1)));
  EXPECT_TRUE(add("e", "e1"));
  EXPECT_THAT(done_, ElementsAre("c1 refused"));
  EXPECT_TRUE(add("f", "f1"));
  EXPECT_FALSE(add("g", "g1"));
  // Of a network that somebody has logged in from there is always room.
  thread_.trust("h");
  EXPECT_TRUE(add("h", "h1"));
  EXPECT_THAT(done_, ElementsAre("c1 refused", "b1 refused", testing::EndsWith(" refused")));
  go_.release();
}

TEST_F(PasswordThreadTest, AnswersWhatIsHeldWhenItEnds) {
  EXPECT_TRUE(add("a", "a1", std::chrono::hours(1)));
  thread_.stop();
  EXPECT_THAT(done_, ElementsAre("a1 refused"));
  EXPECT_FALSE(add("a", "a2"));
}

std::string post(const std::string& target, const std::string& body, const std::string& more) {
  return "POST " + target + " HTTP/1.1\r\nHost: h\r\nOrigin: http://h\r\nContent-Type: application/json\r\n" +
         more + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

TEST(LogIns, SavesAreAnsweredWhileOthersGuessPasswordsFromManyAddresses) {
  World world;
  StoreWriter writer(world.path);
  Handler handler(
      writer, world.path, ServedTrack{.rules = world.rules},
      HandlerOptions{.hosts = {"h"}, .origins = {"http://h"}, .now_ms = [] { return std::int64_t{1000}; }});
  ServerOptions options;
  options.proxies = {"127.0.0.1"};
  const HttpServer server(
      options, [&](const Request& request, const Respond& respond) { handler.handle(request, respond); });
  const NewLogin ann = writer.submit([&](Store& store) { return log_in(store, world.ann, 1000); }).get();
  constexpr int kGuesses = 24;
  std::vector<RawClient> guessing;
  std::atomic<int> answered = 0;
  for (int i = 0; i < kGuesses; ++i) {
    guessing.emplace_back(server.port());
    guessing.back().send(post("/api/login",
                              R"({"name":"n)" + std::to_string(i) + R"(","password":"a guess"})",
                              "X-Forwarded-For: 192.0.2." + std::to_string(i) + "\r\n"));
  }
  std::thread counting([&] {
    for (RawClient& each : guessing) {
      EXPECT_THAT(each.read_response(), testing::StartsWith("HTTP/1.1 401"));
      ++answered;
    }
  });
  RawClient saving(server.port());
  const std::string cookie = "Cookie: fovea=" + ann.token + "\r\nX-CSRF: " + ann.csrf + "\r\n";
  for (int i = 0; i < 10; ++i) {
    const nlohmann::json act = {{{"op", std::string(31, '0') + std::to_string(i)},
                                 {"doc", "a"},
                                 {"base_version", i},
                                 {"sha256", world.sum},
                                 {"kind", i % 2 == 0 ? "add" : "remove"},
                                 {"data", {{"begin", 1}, {"end", 9}}}}};
    saving.send(post("/api/assignments/" + std::to_string(world.first) + "/events", act.dump(), cookie));
    EXPECT_THAT(saving.read_response(), HasSubstr("\"version\":" + std::to_string(i + 1)));
  }
  // Had the saves waited for the guesses, all of those would be answered by now.
  EXPECT_LT(answered, kGuesses);
  counting.join();
}

TEST(LogIns, TwoHundredPeopleWithOneAddressAllLogIn) {
  World world;
  StoreWriter writer(world.path);
  constexpr int kPeople = 200;
  const std::string hash = hash_password("a password of all");
  writer
      .submit([&](Store& store) {
        for (int i = 0; i < kPeople; ++i)
          must(store.add_account("p" + std::to_string(i), "reader", hash, {}));
        return true;
      })
      .get();
  Handler handler(
      writer, world.path, ServedTrack{.rules = world.rules},
      HandlerOptions{.hosts = {"h"}, .origins = {"http://h"}, .now_ms = [] { return std::int64_t{1000}; }});
  std::vector<std::future<int>> statuses;
  for (int i = 0; i < kPeople; ++i) {
    Request request = request_of(writer, 0, 0, "POST", "/api/login",
                                 {{"name", "p" + std::to_string(i)}, {"password", "a password of all"}});
    request.peer = "192.0.2.1";
    auto status = std::make_shared<std::promise<int>>();
    statuses.push_back(status->get_future());
    handler.handle(request, [status](const Response& response) { status->set_value(response.status); });
  }
  int logged_in = 0;
  for (auto& each : statuses) logged_in += each.get() == 200 ? 1 : 0;
  EXPECT_EQ(logged_in, kPeople);
}

}  // namespace
}  // namespace fovea::assess
