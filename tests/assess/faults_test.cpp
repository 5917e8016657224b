// Faults: processes that are killed, disks that fail, connections that are cut, clocks that jump.
//
// After each of them: nothing that was answered with 200 is lost or there twice, the store verifies, reading goes on. 100
// faults unless FOVEA_FAULTS says how many (`./dev faults`: 1,050), in the proportions 400 kills while people judge, 100 while they write
// topics, 100 while they send runs, 300 faults of the disk, 100 cuts, 50 jumps.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <future>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <thread>

#include "assess/accounts.h"
#include "assess/candidates.h"
#include "assess/handler.h"
#include "assess/http_server.h"
#include "assess/phases.h"
#include "assess/rebuild.h"
#include "assess/run_checks.h"
#include "assess/submission_files.h"
#include "assess/submissions.h"
#include "failing_disk.h"
#include "raw_client.h"
#include "world.h"

namespace fovea::assess {
namespace {

using testing::IsEmpty;
using Json = nlohmann::json;

constexpr int kAll = 1050;

int share_of(int part) {
  const char* const asked = std::getenv("FOVEA_FAULTS");
  const int all = asked == nullptr ? 100 : std::atoi(asked);
  return std::max(1, all * part / kAll);
}

/// One assessor who marks, character by character, and knows what was acknowledged.
class Assessor {
 public:
  explicit Assessor(World& world) : world_(world) { log_in(0); }

  void log_in(std::int64_t now) {
    Store store = world_.open();
    Transaction transaction(store.database());
    login_ = assess::log_in(store, world_.ann, now);
    transaction.commit();
  }

  /// The body of a request with the next act; the same one again until it is acknowledged.
  std::string body() const {
    Json act{{"op", hex(op_of(number_))},
             {"doc", "a"},
             {"base_version", number_ - 1},
             {"sha256", world_.sum},
             {"kind", number_ % 2 == 1 ? "add" : "remove"},
             {"data", {{"begin", number_ % 38}, {"end", number_ % 38 + 2}}}};
    return Json::array({act}).dump();
  }
  Request request(const std::string& method, const std::string& rest, const std::string& body = "") const {
    Request out;
    out.method = method;
    out.target = "/api/assignments/" + std::to_string(world_.first) + rest;
    out.headers = {{"host", "x"},
                   {"origin", "http://x"},
                   {"cookie", "fovea=" + login_.token},
                   {"x-csrf", login_.csrf},
                   {"content-type", "application/json"}};
    out.body = body;
    return out;
  }
  Request save() const { return request("POST", "/events", body()); }
  /// The same as bytes.
  std::string bytes() const {
    const Request each = save();
    std::string out = each.method + " " + each.target + " HTTP/1.1\r\n";
    for (const auto& [name, value] : each.headers) out += name + ": " + value + "\r\n";
    return out + "Content-Length: " + std::to_string(each.body.size()) + "\r\n\r\n" + each.body;
  }

  /// Goes on to the next act when this one was acknowledged; what is wrong with the answer otherwise.
  void heard(const std::string& answer) {
    const auto json = Json::parse(answer, nullptr, false);
    ASSERT_TRUE(json.is_array() && json.size() == 1 && json[0].contains("seq")) << answer;
    EXPECT_EQ(json[0]["version"], number_);
    ++number_;
  }
  std::uint64_t number() const { return number_; }

  /// Every acknowledged act is there once, in its place.
  void check() const {
    Store store = world_.open();
    EXPECT_THAT(verify(store), IsEmpty());
    std::map<std::string, int> found;
    each_event(store.database(), [&](const Event& event) {
      ++found[event.op];
      return true;
    });
    for (std::uint64_t n = 1; n < number_; ++n) ASSERT_EQ(found[op_of(n)], 1) << "act " << n;
    const DocumentState state = store.state(world_.first, store.document("a")->id);
    EXPECT_GE(state.version, static_cast<std::int64_t>(number_ - 1));
    EXPECT_LE(state.version, static_cast<std::int64_t>(number_)) << "at most the one that nobody knows about";
  }

 private:
  World& world_;
  NewLogin login_;
  std::uint64_t number_ = 1;
};

/// Store, writer and handler, as in a server.
class Service {
 public:
  Service(const World& world, const std::function<std::int64_t()>& now)
      : writer_(world.path),
        checks_(world.path, writer_, plan_of(world), now),
        handler_(writer_, world.path, ServedTrack{.rules = world.rules, .checks = &checks_},
                 HandlerOptions{.hosts = {"x"}, .origins = {"http://x"}, .cookie = "fovea", .now_ms = now}) {}
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;
  ~Service() { checks_.stop(); }

  Streaming streaming() {
    return {Handler::streams, [this](const Request& request) { return handler_.begin_body(request); }};
  }
  void settle() { checks_.settle(); }
  void handle(const Request& request, const Respond& respond) { handler_.handle(request, respond); }
  Response ask(const Request& request) {
    std::promise<Response> promise;
    handle(request, [&](Response response) { promise.set_value(std::move(response)); });
    return promise.get_future().get();
  }

 private:
  /// Every run is fine.
  static CheckPlan plan_of(const World& world) {
    CheckPlan plan;
    plan.words = [checker = world.folder / "checker"](const CheckCommand&) {
      return std::vector<std::string>{"/bin/sh", checker};
    };
    return plan;
  }

  StoreWriter writer_;
  RunChecks checks_;
  Handler handler_;
};

std::string body_of(const std::string& response) {
  const std::size_t end = response.find("\r\n\r\n");
  return end == std::string::npos ? "" : response.substr(end + 4);
}

/// A process that serves until it is killed; its port comes by the pipe.
[[noreturn]] void serve(const World& world, int pipe) {
  Service service(world, [] { return std::int64_t{1}; });
  const HttpServer server(
      {}, [&](const Request& request, const Respond& respond) { service.handle(request, respond); },
      service.streaming());
  const std::uint16_t port = server.port();
  if (::write(pipe, &port, sizeof port) != sizeof port) ::_exit(1);
  for (;;) ::pause();
}

/// Serves somebody who saves and saves, in a process that is killed `kills` times.
template <class Saver>
void kill_while_saving(const World& world, Saver& saver, int kills, std::mt19937& random) {
  for (int kill = 0; kill < kills; ++kill) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    const pid_t child = ::fork();
    if (child == 0) {
      ::close(ends[0]);
      serve(world, ends[1]);
    }
    ::close(ends[1]);
    std::uint16_t port = 0;
    ASSERT_EQ(::read(ends[0], &port, sizeof port), static_cast<ssize_t>(sizeof port));
    ::close(ends[0]);
    // The first is the one that the process before may have saved, or not.
    for (auto saves = 1 + random() % 12; saves > 0; --saves) {
      RawClient client(port);  // the server closes a connection by which a run has come
      client.send(saver.bytes());
      saver.heard(body_of(client.read_response()));
      if (testing::Test::HasFatalFailure()) break;
    }
    {
      // One more, of which nobody hears: at whatever moment the process is in.
      RawClient client(port);
      const std::string bytes = saver.bytes();
      client.send(bytes.substr(0, random() % 3 == 0 ? 1 + random() % bytes.size() : std::string::npos));
      for (auto turns = random() % 200; turns > 0; --turns) std::this_thread::yield();
    }
    ::kill(child, SIGKILL);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
    if (testing::Test::HasFatalFailure()) break;
  }
  saver.check();
}

TEST(Faults, KilledProcessesLoseNothing) {
  World world;
  Assessor assessor(world);
  std::mt19937 random(20261115);
  const int kills = share_of(400);
  kill_while_saving(world, assessor, kills, random);
  std::printf("%d kills, %llu saves acknowledged\n", kills,
              static_cast<unsigned long long>(assessor.number() - 1));
}

/// Somebody who writes a topic, save by save, and knows what was acknowledged.
class Author {
 public:
  explicit Author(World& world) : world_(world) {
    Store store = world_.open();
    Transaction transaction(store.database());
    const std::int64_t account = must(admit(store, "cy", {}, "Harbour", {}));
    must(change_phase(store, Phase::kTopics, {PhaseState::kOpen}, {}));
    id_ = must(add_candidate(store, "Harbour", op_of(1'000'000), {}, {account}));
    login_ = assess::log_in(store, account, 0);
    transaction.commit();
  }
  /// The next save; the same one again until it is acknowledged.
  std::string bytes() const {
    const std::string body = Json{{"op", hex(op_of(2'000'000 + number_))},
                                  {"act", "save"},
                                  {"base_version", number_ - 1},
                                  {"fields", {{"title", text_of(number_)}}}}
                                 .dump();
    return "POST /api/candidates/" + std::to_string(id_) +
           " HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\nCookie: fovea=" + login_.token +
           "\r\nX-CSRF: " + login_.csrf +
           "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) +
           "\r\n\r\n" + body;
  }
  void heard(const std::string& answer) {
    const auto json = Json::parse(answer, nullptr, false);
    ASSERT_TRUE(json.is_object() && json.contains("version")) << answer;
    EXPECT_EQ(json["version"], number_);
    ++number_;
  }
  /// Every version that was acknowledged is there, in its place, with its words.
  void check() const {
    Store store = world_.open();
    EXPECT_THAT(verify(store), IsEmpty());
    std::deque<CandidateVersion> versions;
    for (bool older = true; older;) {
      CandidateVersions page = versions_of(store, find_candidate(store, id_).value(),
                                           versions.empty() ? number_ + 1 : versions.front().version);
      versions.insert(versions.begin(), page.versions.begin(), page.versions.end());
      older = page.older;
    }
    ASSERT_GE(versions.size(), static_cast<std::size_t>(number_ - 1));
    ASSERT_LE(versions.size(), static_cast<std::size_t>(number_))
        << "at most the one that nobody knows about";
    for (std::int64_t n = 1; n < number_; ++n) {
      const CandidateVersion& each = versions[static_cast<std::size_t>(n - 1)];
      ASSERT_EQ(each.version, n);
      ASSERT_EQ(each.fields.at("title"), text_of(n));
    }
  }
  std::int64_t number() const { return number_; }

 private:
  static std::string text_of(std::int64_t n) { return "title " + std::to_string(n); }

  World& world_;
  NewLogin login_;
  std::int64_t id_ = 0;
  std::int64_t number_ = 1;
};

TEST(Faults, KilledProcessesLoseNoCandidate) {
  World world;
  Author author(world);
  std::mt19937 random(20261118);
  const int kills = share_of(100);
  kill_while_saving(world, author, kills, random);
  std::printf("%d kills, %lld versions acknowledged\n", kills, static_cast<long long>(author.number() - 1));
}

/// A group that sends run after run, and knows which were accepted.
class Sender {
 public:
  explicit Sender(World& world) : world_(world) {
    world.folder.write(
        "checker", R"(echo '{"exit":0,"run":{"topics":1,"results":1,"kinds":{"elements":1}},"errors":0}')");
    Store store = world_.open();
    Transaction transaction(store.database());
    const std::int64_t account = must(admit(store, "quinn", {}, "QUT", {}));
    must(change_phase(store, Phase::kRuns, {PhaseState::kOpen}, {}));
    login_ = assess::log_in(store, account, 0);
    transaction.commit();
  }
  /// The next run; the same one again until it is known to be there.
  std::string bytes() const {
    const std::string body = text_of(number_);
    return "POST /api/submissions?name=" + name_of_run(number_) +
           "&task=focused&result=element HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\nCookie: fovea=" +
           login_.token + "\r\nX-CSRF: " + login_.csrf +
           "\r\nContent-Type: application/octet-stream\r\nContent-Length: " + std::to_string(body.size()) +
           "\r\n\r\n" + body;
  }
  void heard(const std::string& answer) {
    const auto json = Json::parse(answer, nullptr, false);
    ASSERT_TRUE(json.is_object()) << answer;
    // One that had arrived whole when the process was killed is there, as it was sent; of any other the name is free.
    if (json.value("state", "") != "accepted") {
      ASSERT_THAT(json.value("message", ""), testing::HasSubstr("there is a run")) << answer;
      ++found_;
    }
    ++number_;
  }
  /// Every run that was acknowledged is there with its bytes, and no file that is not a run's.
  void check() const {
    {
      // A server that starts again checks what was not, and sweeps.
      Service service(world_, [] { return std::int64_t{1}; });
      service.settle();
    }
    Store store = world_.open();
    EXPECT_THAT(verify(store), IsEmpty());
    const SubmissionFiles files(world_.path);
    std::map<std::string, std::string> standing;
    for (const Submission& each : standing_submissions(store)) standing[each.name] = each.key;
    for (std::int64_t n = 1; n < number_; ++n) {
      ASSERT_TRUE(standing.contains(name_of_run(n))) << "run " << n;
      ASSERT_EQ(read_whole(files.run(standing[name_of_run(n)])), text_of(n)) << "run " << n;
    }
    EXPECT_LE(standing.size(), static_cast<std::size_t>(number_))
        << "at most the one that nobody knows about";
    std::set<std::string> known;
    for (const Submission& each : submissions(store)) {
      known.insert(each.key + ".run");
      EXPECT_EQ(sha256(read_whole(files.run(each.key))), each.sha256);
    }
    for (const auto& entry : std::filesystem::directory_iterator(files.folder()))
      EXPECT_TRUE(known.contains(entry.path().filename().string())) << entry.path() << " is litter";
  }
  std::int64_t number() const { return number_; }
  int found() const { return found_; }

 private:
  static std::string name_of_run(std::int64_t n) { return "run-" + std::to_string(n); }
  /// From a few bytes to more than a socket holds at once.
  static std::string text_of(std::int64_t n) {
    return "run " + std::to_string(n) + "\n" +
           std::string(static_cast<std::size_t>(n % 7) * 60'000, static_cast<char>('a' + n % 26));
  }

  World& world_;
  NewLogin login_;
  std::int64_t number_ = 1;
  int found_ = 0;
};

TEST(Faults, KilledProcessesLoseNoUploadAndLeaveNoLitter) {
  World world;
  Sender sender(world);
  std::mt19937 random(20261119);
  const int kills = share_of(100);
  kill_while_saving(world, sender, kills, random);
  std::printf("%d kills, %lld runs accepted, %d of them unheard of\n", kills,
              static_cast<long long>(sender.number() - 1), sender.found());
}

TEST(Faults, ADiskThatFailsIsToldAndLosesNothing) {
  FailingDisk::install();
  World world;
  Assessor assessor(world);
  std::int64_t now = 1000;
  Service service(world, [&] { return now; });
  std::mt19937 random(20261116);
  const int faults = share_of(300);
  int told = 0;
  for (int i = 0; FailingDisk::failed() < faults && i < faults * 20; ++i) {
    now += 1000;  // nobody is too fast here
    FailingDisk::arm(static_cast<DiskFault>(random() % 4), static_cast<int>(random() % 5),
                     1 + static_cast<int>(random() % 3));
    for (int save = 0; save < 3; ++save) {
      const Response response = service.ask(assessor.save());
      if (response.status == 200) {
        assessor.heard(response.body);
      } else {
        EXPECT_EQ(response.status, 507) << response.body;
        ++told;
      }
      EXPECT_EQ(service.ask(assessor.request("GET", "/item?doc=a")).status, 200) << "reading goes on";
    }
    FailingDisk::disarm();
    // With the disk back, the same act again.
    const Response response = service.ask(assessor.save());
    ASSERT_EQ(response.status, 200) << response.body;
    assessor.heard(response.body);
    ASSERT_FALSE(HasFatalFailure());
  }
  EXPECT_GE(FailingDisk::failed(), faults);
  EXPECT_GT(told, 0);
  assessor.check();
  std::printf("%d faults of the disk, %d answers 507\n", FailingDisk::failed(), told);
}

TEST(Faults, ConnectionsThatAreCutLoseNothing) {
  World world;
  Assessor assessor(world);
  std::int64_t now = 1000;
  Service service(world, [&] { return now; });
  const HttpServer server(
      {}, [&](const Request& request, const Respond& respond) { service.handle(request, respond); });
  std::mt19937 random(20261117);
  const int cuts = share_of(100);
  for (int cut = 0; cut < cuts; ++cut) {
    now += 1000;
    const std::string bytes = assessor.bytes();
    {
      RawClient client(server.port());
      client.send(bytes.substr(0, 1 + random() % bytes.size()));
    }
    {
      RawClient client(server.port());
      client.send(bytes);  // whole, and gone before the answer
    }
    RawClient client(server.port());
    client.send(bytes);
    assessor.heard(body_of(client.read_response()));
    ASSERT_FALSE(HasFatalFailure());
  }
  assessor.check();
}

TEST(Faults, ClocksThatJumpChangeNoOrder) {
  World world;
  Assessor assessor(world);
  std::atomic<std::int64_t> now = 1'000'000'000'000;
  Service service(world, [&] { return now.load(); });
  std::mt19937_64 random(20261118);
  const int jumps = share_of(50);
  for (int jump = 0; jump < jumps; ++jump) {
    // Up to thirty years, either way. Log-ins may have ended by it, and one logs in again.
    now = 1'000'000'000'000 +
          static_cast<std::int64_t>(random() % 1'000'000'000'000) * (random() % 2 == 0 ? 1 : -1);
    Response response = service.ask(assessor.save());
    if (response.status == 401) {
      assessor.log_in(now);
      response = service.ask(assessor.save());
    }
    ASSERT_EQ(response.status, 200) << response.body;
    assessor.heard(response.body);
    ASSERT_FALSE(HasFatalFailure());
  }
  assessor.check();
}

}  // namespace
}  // namespace fovea::assess
