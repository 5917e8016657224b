// Every limit of the table is kept: each is reached, and then exceeded by one.
#include "assess/limits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <iterator>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "assess/candidates.h"
#include "assess/http_server.h"
#include "granted.h"
#include "granted_beside.h"
#include "places.h"
#include "raw_client.h"

namespace fovea::assess {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

// ---- Connections -----------------------------------------------------------------------------------------------------

std::string get_request(const std::string& target, const std::string& more = "") {
  return "GET " + target + " HTTP/1.1\r\nHost: x\r\n" + more + "\r\n";
}

void answer_ok(const Request&, const Respond& respond) {
  Response response;
  response.body = "fine";
  respond(std::move(response));
}

/// Answers with so many bytes, to the client that the path names.
HttpServer::Handle answer_with(std::size_t bytes) {
  return [bytes](const Request& request, const Respond& respond) {
    Response response;
    response.client = request.target;
    response.body = std::string(bytes, 'y');
    respond(std::move(response));
  };
}

void exceed_header() {
  Limits limits;
  limits.header_bytes = 200;
  const HttpServer server(server_options(limits), answer_ok);
  const auto padded = [](std::size_t size) {
    const std::string empty = get_request("/", "X: \r\n");
    return get_request("/", "X: " + std::string(size - empty.size(), 'x') + "\r\n");
  };
  RawClient fits(server.port());
  fits.send(padded(200));
  EXPECT_THAT(fits.read_response(), StartsWith("HTTP/1.1 200"));
  RawClient larger(server.port());
  larger.send(padded(201));
  EXPECT_THAT(larger.read_all(), StartsWith("HTTP/1.1 413"));
}

void exceed_body() {
  Limits limits;
  limits.body_bytes = 1'000;
  const HttpServer server(server_options(limits), answer_ok);
  const auto post = [](std::size_t size) {
    return "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: " + std::to_string(size) + "\r\n\r\n" +
           std::string(size, 'b');
  };
  RawClient fits(server.port());
  fits.send(post(1'000));
  EXPECT_THAT(fits.read_response(), StartsWith("HTTP/1.1 200"));
  RawClient larger(server.port());
  larger.send(post(1'001));
  EXPECT_THAT(larger.read_all(), StartsWith("HTTP/1.1 413"));
}

/// Until the server closes, which it does a second later.
void stay_too_long(std::uint64_t Limits::*time, const std::string& begin, bool answered) {
  Limits limits;
  limits.*time = 1;
  const HttpServer server(server_options(limits), answer_ok);
  RawClient client(server.port());
  client.send(begin);
  if (answered) {
    EXPECT_THAT(client.read_response(), StartsWith("HTTP/1.1 200"));
  }
  EXPECT_THAT(client.read_all(), testing::Not(HasSubstr("200")));
}

void read_too_slowly() {
  Limits limits;
  limits.response_seconds = 1;
  constexpr std::size_t kLarge = std::size_t{10} << 20;
  const HttpServer server(server_options(limits), answer_with(kLarge));
  RawClient client(server.port());
  client.send(get_request("/"));
  while (client.send(get_request("/again"))) continue;  // until the server has closed
  EXPECT_LT(client.read_all().size(), kLarge);
}

void exceed_connections() {
  Limits limits;
  limits.connections = 3;
  const HttpServer server(server_options(limits), answer_ok);
  std::vector<RawClient> silent;
  for (int i = 0; i < 3; ++i) silent.emplace_back(server.port());
  RawClient more(server.port());
  more.send(get_request("/"));
  EXPECT_THAT(more.read_response(), StartsWith("HTTP/1.1 200"));
  EXPECT_EQ(silent.front().read_all(), "");
}

void compute_too_long() {
  Limits limits;
  limits.read_seconds = 1;
  ServerOptions options = server_options(limits);
  options.may_take_long = [](const Request&) { return true; };
  std::promise<void> gave_up;
  const HttpServer server(options, [&](const Request& request, const Respond&) {
    while (!request.overdue()) std::this_thread::yield();
    gave_up.set_value();
  });
  RawClient client(server.port());
  client.send(get_request("/"));
  EXPECT_THAT(client.read_response(), StartsWith("HTTP/1.1 503"));
  gave_up.get_future().wait();
}

void let_too_many_wait() {
  Limits limits;
  limits.reads_waiting = 2;
  ServerOptions options = server_options(limits);
  options.may_take_long = [](const Request& request) { return request.target == "/long"; };
  std::atomic<int> begun = 0;
  std::promise<void> proceed;
  const std::shared_future<void> may_continue = proceed.get_future().share();
  const HttpServer server(options, [&, may_continue](const Request& request, const Respond& respond) {
    ++begun;
    if (request.target == "/long") may_continue.wait();
    answer_ok(request, respond);
  });
  std::vector<RawClient> clients;
  for (int i = 0; i < 2; ++i) {
    clients.emplace_back(server.port()).send(get_request("/long", "Cookie: ann\r\n"));
  }
  while (begun < 2) std::this_thread::yield();
  // Two may wait for those; of three one is refused, whichever comes last.
  std::vector<std::future<std::string>> answers;
  for (int i = 0; i < 3; ++i) {
    answers.push_back(std::async(std::launch::async, [&server] {
      RawClient client(server.port());
      client.send(get_request("/long", "Cookie: ann\r\n"));
      return client.read_response();
    }));
  }
  const auto refused = [&] {
    return std::ranges::find_if(answers, [](const auto& each) {
      return each.valid() && each.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
    });
  };
  while (refused() == answers.end()) std::this_thread::yield();
  EXPECT_THAT(refused()->get(), StartsWith("HTTP/1.1 429"));
  // What changes something does not wait for them.
  RawClient save(server.port());
  save.send("POST /save HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n");
  EXPECT_THAT(save.read_response(), StartsWith("HTTP/1.1 200"));
  proceed.set_value();
  for (auto& each : answers) {
    if (each.valid()) {
      EXPECT_THAT(each.get(), StartsWith("HTTP/1.1 200"));
    }
  }
}

/// Two answers that fit together are sent though nobody reads them; one byte less, and the second is not.
void leave_unread(std::uint64_t Limits::*budget, const std::string& second_client, const char* refusal) {
  constexpr std::size_t kAnswer = std::size_t{4} << 20;
  for (const std::size_t more : {std::size_t{0}, std::size_t{1}}) {
    Limits limits;
    limits.*budget = 8;
    const HttpServer server(server_options(limits), answer_with(kAnswer + more));
    RawClient first(server.port());
    first.send(get_request("/ann"));
    // The first byte of an answer says that it is counted.
    EXPECT_EQ(first.read_some(1), "H");
    RawClient second(server.port());
    second.send(get_request(second_client));
    EXPECT_EQ(second.read_some(12), more == 0 ? "HTTP/1.1 200" : refusal);
  }
}

// ---- Uploads -------------------------------------------------------------------------------------------------------

class Swallow : public BodySink {
 public:
  std::optional<Response> take(std::string_view) override { return std::nullopt; }
  void finish(const Respond& respond) override { answer_ok({}, respond); }
};

Streaming swallow() {
  return {[](std::string_view method, std::string_view) { return method == "POST"; },
          [](const Request&) -> BegunBody { return std::make_unique<Swallow>(); }};
}

void send_too_slowly(bool pause) {
  Limits limits;
  limits.stream_seconds = 1;
  // Nobody is so fast: after the head start any byte is too late.
  if (!pause) limits.stream_kb_per_second = std::uint64_t{1} << 40;
  const HttpServer server(server_options(limits), answer_ok, swallow());
  RawClient client(server.port());
  client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 200000000\r\n\r\nsome");
  std::atomic<bool> over = false;
  std::thread dribbles([&] {
    while (!pause && !over && client.send("x")) std::this_thread::yield();
  });
  EXPECT_THAT(client.read_until("slowly"), StartsWith("HTTP/1.1 408"));
  over = true;
  dribbles.join();
}

// ---- The table ------------------------------------------------------------------------------------------------------

const std::map<std::string_view, std::function<void()>>& cases() {
  static const std::map<std::string_view, std::function<void()>> kCases = {
      {"header_bytes", exceed_header},
      {"body_bytes", exceed_body},
      {"header_seconds", [] { stay_too_long(&Limits::header_seconds, "GET / HTTP/1.1\r\nX: ", false); }},
      {"body_seconds",
       [] {
         stay_too_long(&Limits::body_seconds, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nsome",
                       false);
       }},
      {"response_seconds", read_too_slowly},
      {"idle_seconds", [] { stay_too_long(&Limits::idle_seconds, get_request("/"), true); }},
      {"connections", exceed_connections},
      {"read_seconds", compute_too_long},
      {"reads_waiting", let_too_many_wait},
      {"unread_mb", [] { leave_unread(&Limits::unread_mb, "/bob", "HTTP/1.1 503"); }},
      {"unread_mb_per_account", [] { leave_unread(&Limits::unread_mb_per_account, "/ann", "HTTP/1.1 429"); }},
      {"stream_seconds", [] { send_too_slowly(true); }},
      {"stream_kb_per_second", [] { send_too_slowly(false); }},
      {"log_ins_per_name",
       [] {
         EXPECT_EQ(wait_after(4, Common::kName), 0);
         EXPECT_EQ(wait_after(5, Common::kName), 1'000);
       }},
      {"log_ins_per_address",
       [] {
         EXPECT_EQ(wait_after(29, Common::kAddress), 0);
         EXPECT_EQ(wait_after(30, Common::kAddress), 1'000);
       }},
      {"log_ins_per_network",
       [] {
         EXPECT_EQ(wait_after(59, Common::kNetwork), 0);
         EXPECT_EQ(wait_after(60, Common::kNetwork), 1'000);
       }},
      {"log_in_wait_seconds",
       [] {
         Limits limits;
         limits.log_in_wait_seconds = 2;
         EXPECT_EQ(wait_after(6, Common::kName, limits), 2'000);
         EXPECT_EQ(wait_after(7, Common::kName, limits), 2'000);
       }},
      {"log_ins_waiting", let_too_many_log_in},
      {"saves_per_second",
       [] {
         Limits limits;
         limits.saves_per_second = 2;
         limits.save_burst = 2;
         Granted track(limits);
         for (const int status : {200, 200, 429}) EXPECT_EQ(track.add_proposal(), status);
         track.now += 1'000;
         for (const int status : {200, 200, 429}) EXPECT_EQ(track.add_proposal(), status);
       }},
      {"save_burst",
       [] {
         Limits limits;
         limits.save_burst = 3;
         Granted track(limits);
         for (const int status : {200, 200, 200, 429}) EXPECT_EQ(track.add_proposal(), status);
       }},
      {"saved_mb_per_hour",
       [] {
         Limits limits;
         limits.saved_mb_per_hour = 1;
         Granted track(limits);
         ASSERT_EQ(track.add_proposal(), 200);
         // All that fits, and one more byte.
         std::size_t left =
             megabytes(1) - track.request("POST", "/api/candidates", {{"op", track.op()}}).body.size();
         const auto acts = [&](std::size_t size) {
           Request request = track.request("POST", "/api/candidates/1", {{"act", "no such act"}});
           request.body = R"({"op":"00000000000000000000000000000001","act":"search","query":"q","x":")";
           request.body += std::string(size - request.body.size() - 2, 'x') + "\"}";
           return answer_to(*track.handler, request).status;
         };
         for (; left > 100'000; left -= 60'000) ASSERT_EQ(acts(60'000), 200);
         EXPECT_EQ(acts(left - 500), 200);
         EXPECT_EQ(acts(501), 429);
         EXPECT_EQ(acts(500), 200);
         track.now += kHour;
         EXPECT_EQ(acts(60'000), 200);
       }},
      {"title_characters",
       [] {
         Granted track({});
         ASSERT_EQ(track.add_proposal(), 200);
         std::string title;
         for (int i = 0; i < 200; ++i) title += "é";
         EXPECT_EQ(track.save("title", title), 200) << "characters, not bytes";
         EXPECT_EQ(track.save("title", title + "é"), 400);
       }},
      {"castitle_characters",
       [] {
         Granted track({});
         ASSERT_EQ(track.add_proposal(), 200);
         for (const char* const field : {"castitle", "phrasetitle"}) {
           EXPECT_EQ(track.save(field, std::string(2'000, 'c')), 200);
           EXPECT_EQ(track.save(field, std::string(2'001, 'c')), 400);
         }
       }},
      {"field_characters",
       [] {
         Granted track({});
         ASSERT_EQ(track.add_proposal(), 200);
         for (const char* const field : {"description", "narrative"}) {
           EXPECT_EQ(track.save(field, std::string(10'000, 'd')), 200);
           EXPECT_EQ(track.save(field, std::string(10'001, 'd')), 400);
         }
       }},
      {"version_seconds",
       [] {
         Granted track({});
         ASSERT_EQ(track.add_proposal(), 200);
         const auto titles = [&track] {
           const Response answer =
               answer_to(*track.handler, track.request("GET", "/api/candidates/1/versions"));
           std::vector<std::string> out;
           const LimitJson list = LimitJson::parse(answer.body);
           for (const auto& each : list.at("versions")) out.push_back(each.at("fields").at("title"));
           return out;
         };
         EXPECT_EQ(track.save("title", "first"), 200);
         track.now += 59'999;
         EXPECT_EQ(track.save("title", "second"), 200);
         EXPECT_THAT(titles(), testing::ElementsAre("second"));
         track.now += 1;
         EXPECT_EQ(track.save("title", "third"), 200);
         EXPECT_THAT(titles(), testing::ElementsAre("second", "third"));
       }},
      {"searches_per_proposal",
       [] {
         Limits limits;
         limits.searches_per_proposal = 2;
         Granted track(limits);
         ASSERT_EQ(track.add_proposal(), 200);
         for (const int status : {200, 200, 422})
           EXPECT_EQ(track.act({{"act", "search"}, {"query", "q"}}), status);
       }},
      {"proposal_kb",
       [] {
         Limits limits;
         limits.proposal_kb = 1;
         Granted track(limits);
         ASSERT_EQ(track.add_proposal(), 200);
         ASSERT_EQ(track.save("narrative", "n"), 200);
         const std::size_t left = kilobytes(1) - track.line().size() + 1;
         EXPECT_EQ(track.save("narrative", std::string(left + 1, 'n')), 422);
         EXPECT_EQ(track.save("narrative", std::string(left, 'n')), 200);
         EXPECT_EQ(track.line().size(), kilobytes(1));
         EXPECT_EQ(track.act({{"act", "search"}, {"query", "q"}}), 422);
         EXPECT_EQ(track.save("narrative", "shorter"), 200);
       }},
      {"proposals_per_group",
       [] {
         Limits limits;
         limits.proposals_per_group = 2;
         Granted track(limits);
         EXPECT_EQ(track.add_proposal(), 200);
         EXPECT_EQ(track.act({{"act", "withdraw"}}), 200) << "which makes no room";
         for (const int status : {200, 422}) EXPECT_EQ(track.add_proposal(), status);
       }},
      {"upload_mb",
       [] {
         Limits limits;
         limits.upload_mb = 1;
         Granted track(limits);
         EXPECT_EQ(track.sent("fits", std::string(megabytes(1), 'x')), 200);
         EXPECT_EQ(track.sent("larger", std::string(megabytes(1) + 1, 'x')), 413);
       }},
      {"unpacked_mb",
       [] {
         Limits limits;
         limits.unpacked_mb = 1;
         Granted track(limits);
         EXPECT_EQ(track.sent("fits", "bytes 1048576\n"), 200);
         const Response refused = track.send("larger", "bytes 1048577\n").get();
         EXPECT_EQ(refused.status, 422);
         EXPECT_THAT(refused.body, HasSubstr("unpacked it has more than 1 MB"));
       }},
      {"uploads_at_once",
       [] {
         Granted track({});
         std::vector<BegunBody> begun;
         for (const char* const name : {"one", "two"}) begun.push_back(track.begin(name));
         EXPECT_EQ(Granted::status_of(begun[1]), 0);
         EXPECT_EQ(Granted::status_of(track.begin("three")), 429);
         begun.pop_back();
         EXPECT_EQ(Granted::status_of(track.begin("three")), 0);
       }},
      {"group_mb",
       [] {
         Limits limits;
         limits.group_mb = 2;
         Granted track(limits);
         EXPECT_EQ(track.sent("one", std::string(megabytes(1), 'x')), 200);
         // Those that are on their way count, too.
         BegunBody begun = track.begin("two");
         const auto sink = std::move(std::get<std::unique_ptr<BodySink>>(begun));
         EXPECT_FALSE(sink->take(std::string(megabytes(1) - 10, 'x')));
         EXPECT_EQ(track.sent("three", std::string(11, 'x')), 413);
         EXPECT_EQ(track.sent("three", std::string(10, 'x')), 200);
       }},
      {"versions_per_group",
       [] {
         Limits limits;
         limits.versions_per_group = 2;
         Granted track(limits);
         EXPECT_EQ(track.sent("one", "good\n"), 200);
         EXPECT_EQ(track.sent("one&replace=1", "good\n"), 200);
         EXPECT_EQ(track.sent("two", "good\n"), 422);
       }},
      {"reserve_mb",
       [] {
         Limits limits;
         limits.reserve_percent = 100;
         limits.reserve_mb = 1;
         EXPECT_EQ(Granted(limits).sent("one", "x\n"), 200);
         limits.reserve_mb = std::uint64_t{1} << 40;
         EXPECT_EQ(Granted(limits).sent("one", "x\n"), 507);
       }},
      {"reserve_percent",
       [] {
         Limits limits;
         limits.reserve_mb = std::uint64_t{1} << 40;
         limits.reserve_percent = 1;
         EXPECT_EQ(Granted(limits).sent("one", "x\n"), 200);
         limits.reserve_percent = 100;
         EXPECT_EQ(Granted(limits).sent("one", "x\n"), 507);
       }},
      {"checks_waiting",
       [] {
         Limits limits;
         limits.checks_waiting = 2;
         limits.uploads_at_once = 10;
         Granted track(limits);
         const std::string go = track.world.folder / "go";
         auto first = track.send("one", "waits " + go + "\n");
         auto second = track.send("two", "good\n");
         EXPECT_EQ(track.sent("three", "good\n"), 429);
         std::ofstream(go).put('x');
         EXPECT_EQ(first.get().status, 200);
         EXPECT_EQ(second.get().status, 200);
         EXPECT_EQ(track.sent("three", "good\n"), 200);
       }},
      {"check_seconds",
       [] {
         Limits limits;
         limits.check_seconds = 1;
         const Response refused = Granted(limits).send("one", "spins\n").get();
         EXPECT_EQ(refused.status, 422);
         EXPECT_THAT(refused.body, HasSubstr("took too long"));
       }},
      {"check_memory_mb",
       [] {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
         GTEST_SKIP() << "a sanitizer reserves more than any limit allows";
#endif
         Limits limits;
         limits.check_memory_mb = 32;
         Granted track(limits);
         EXPECT_EQ(track.sent("fits", "memory 1000000\n"), 200);
         const Response refused = track.send("larger", "memory 40000000\n").get();
         EXPECT_EQ(refused.status, 422);
         EXPECT_THAT(refused.body, HasSubstr("more than a check is given"));
       }},
      {"pool_memory_mb",
       [] {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
         GTEST_SKIP() << "a sanitizer reserves more than any limit allows";
#endif
         Limits limits;
         limits.pool_memory_mb = 32;
         EXPECT_EQ(fault_of_pool_made_by("head -c 1000000 /dev/zero | tail -c 1000000 > /dev/null || exit 5",
                                         limits),
                   "");
         EXPECT_NE(fault_of_pool_made_by(
                       "head -c 40000000 /dev/zero | tail -c 40000000 > /dev/null || exit 5", limits),
                   "");
       }},
      {"pool_seconds",
       [] {
         Limits limits;
         limits.pool_seconds = 1;
         EXPECT_EQ(fault_of_pool_made_by(":", limits), "");
         EXPECT_THAT(fault_of_pool_made_by("while :; do :; done", limits), HasSubstr("took too long"));
       }},
      {"check_seconds_per_hour", [] {
         Limits limits;
         limits.check_seconds_per_hour = 1;
         Granted track(limits);
         EXPECT_EQ(track.sent("one", "spins\n"), 422);
         EXPECT_EQ(track.sent("two", "good\n"), 429);
         // The check may end a little after its second, which has to be refilled too.
         track.now += 2 * kHour;
         EXPECT_EQ(track.sent("two", "good\n"), 200);
       }}};
  return kCases;
}

[[maybe_unused]] void PrintTo(const LimitRecord& record, std::ostream* out) {
  *out << record.key;
}

class Limit : public testing::TestWithParam<LimitRecord> {};

TEST_P(Limit, IsKept) {
  const auto found = cases().find(GetParam().key);
  ASSERT_NE(found, cases().end()) << "a limit needs a test that exceeds it: " << GetParam().key;
  found->second();
}

INSTANTIATE_TEST_SUITE_P(OfTheTable, Limit, testing::ValuesIn(limit_records().begin(), limit_records().end()),
                         [](const auto& of) { return std::string(of.param.key); });

TEST(Limits, StandInTheDocsAsTheTableHasThem) {
  std::ifstream page(source_folder() + "/docs/serve.md");
  EXPECT_THAT(std::string(std::istreambuf_iterator<char>(page), {}), HasSubstr(limits_as_markdown()));
}

TEST(Limits, AreWhatTheTrackFileSays) {
  Diagnostics said;
  const auto track = read_track(
      InputFile::from_memory("t.toml", "[limits]\nconnections = 100\ngruop_mb = 7\nupload_mb = 0\n"), said,
      RunsExpected::kPerhaps);
  ASSERT_TRUE(track);
  const Limits limits = read_limits(track->limits, said);
  EXPECT_EQ(limits.connections, 100U);
  EXPECT_EQ(limits.upload_mb, Limits{}.upload_mb);
  ASSERT_EQ(said.kept().size(), 2U);
  EXPECT_THAT(to_string(said.kept()[0]), HasSubstr("t.toml:4"));
  EXPECT_THAT(to_string(said.kept()[1]), HasSubstr("t.toml:3:1: found the limit 'gruop_mb'"));
  EXPECT_THAT(to_string(said.kept()[1]), HasSubstr("did you mean 'group_mb'?"));
}

}  // namespace
}  // namespace fovea::assess
