// The server as a whole: its parts start and stop in an order in which none is asked when it is gone.
#include "assess/server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "assess/rebuild.h"
#include "raw_client.h"
#include "world.h"

namespace fovea::assess {
namespace {

using testing::IsEmpty;

#if defined(__SANITIZE_THREAD__)
constexpr int kTimes = 1000;
#else
constexpr int kTimes = 20;
#endif

std::string asked(const std::string& path) {
  return "GET " + path + " HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n";
}

std::string logging_in(const std::string& body) {
  return "POST /api/login HTTP/1.1\r\nHost: h\r\nOrigin: http://h\r\nConnection: close\r\nContent-Type: application/json\r\n"
         "Content-Length: " +
         std::to_string(body.size()) + "\r\n\r\n" + body;
}

TEST(Servers, StartAndStopUnderLoadAgainAndAgain) {
  World world;
  std::atomic<int> answered = 0;
  for (int time = 0; time < kTimes; ++time) {
    Server server(world.path);
    server.listen({});
    server.start(
        {.rules = world.rules, .pooling = {.collection = &*world.collection}},
        {.hosts = {"h"}, .origins = {"http://h"}, .key = "key", .key_account = world.ann, .now_ms = [time] {
           return std::int64_t{time};
         }});
    // Pages, refusals, log-ins by key, which are written, and now and then by password, which take long; every other time the end cuts them off.
    std::vector<std::string> requests{asked("/"), asked("/api/me"), logging_in(R"({"key":"key"})")};
    if (time % 10 == 1) requests.push_back(logging_in(R"({"name":"ann","password":"wrong"})"));
    std::vector<std::thread> people;
    for (const std::string& request : requests) {
      for (int i = 0; i < 3; ++i) {
        people.emplace_back([&answered, request, client = RawClient(server.port())]() mutable {
          client.send(request);
          answered += client.read_all().starts_with("HTTP/1.1 ") ? 1 : 0;
        });
      }
    }
    server.writer()
        .submit([&](Store& store) { return store.add_snapshot("s" + std::to_string(time), {}); })
        .get();
    if (time % 2 == 0) {
      for (std::thread& each : people) each.join();
      people.clear();
    }
    server.stop();
    for (std::thread& each : people) each.join();
  }
  EXPECT_GE(answered, 3 * kTimes);
  Store store = world.open();
  EXPECT_THAT(verify(store), IsEmpty());
  EXPECT_EQ(store.database().number("SELECT count(*) FROM snapshot"), kTimes);
}

TEST(Servers, ThatOnlyListenOrOnlyOpenTheStoreGoAsWell) {
  World world;
  { const Server server(world.path); }
  Server server(world.path);
  EXPECT_THROW(Server(world.path), StoreError) << "one server a store";
  server.listen({});
  EXPECT_NE(server.port(), 0);
  server.stop();
  server.stop();
  const Server next(world.path);
}

}  // namespace
}  // namespace fovea::assess
