// The server over real sockets: what it answers, what it refuses, whom it ends.
#include "assess/http_server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <future>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "raw_client.h"
#include "temporary_folder.h"

namespace fovea::assess {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

void echo(const Request& request, const Respond& respond) {
  Response response;
  response.type = "text/plain";
  response.body =
      request.method + " " + request.target + " " + request.body + (request.local ? " local" : "") + " end";
  respond(std::move(response));
}

std::string get(const std::string& target, bool close = true) {
  return "GET " + target + " HTTP/1.1\r\nHost: x\r\n" + (close ? "Connection: close\r\n" : "") + "\r\n";
}

TEST(HttpServer, AnswersSeveralRequestsOfAConnection) {
  const HttpServer server({}, echo);
  RawClient client(server.port());
  client.send(get("/one", false));
  EXPECT_THAT(client.read_until(" end"), HasSubstr("GET /one  end"));
  client.send("POST /two HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc");
  const std::string answer = client.read_all();
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(answer, HasSubstr("POST /two abc end"));
}

TEST(HttpServer, RefusesWhatIsTooLarge) {
  const HttpServer server({}, echo);
  RawClient body(server.port());
  body.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 70000\r\n\r\n");
  EXPECT_THAT(body.read_all(), StartsWith("HTTP/1.1 413"));
  RawClient header(server.port());
  header.send("GET / HTTP/1.1\r\nHost: x\r\nLong: " + std::string(9000, 'x'));
  EXPECT_THAT(header.read_all(), testing::Not(HasSubstr("200")));
  RawClient chunks(server.port());
  chunks.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
  const std::string chunk = "4000\r\n" + std::string(0x4000, 'y') + "\r\n";
  for (int i = 0; i < 5; ++i) chunks.send(chunk);
  EXPECT_THAT(chunks.read_all(), testing::Not(HasSubstr("200")));
  RawClient nonsense(server.port());
  nonsense.send("this is no HTTP\r\n\r\n");
  EXPECT_THAT(nonsense.read_all(), testing::Not(HasSubstr("200")));
  RawClient after(server.port());
  after.send(get("/still-there"));
  EXPECT_THAT(after.read_all(), HasSubstr("/still-there"));
}

TEST(HttpServer, AnswersHeadWithoutABody) {
  const TemporaryFolder folder;
  const std::string file = folder.write("f", std::string(1000, 'x'));
  const HttpServer server({}, [&](const Request& request, const Respond& respond) {
    Response response = request.path() == "/wrong" ? error_response(404, "no") : Response{};
    if (request.path() == "/file") response.file = file;
    if (request.path() == "/gone") response.file = file + "x";
    if (request.path() == "/") response.body = request.method;
    respond(std::move(response));
  });
  RawClient client(server.port());
  std::string asked;
  for (const char* const path : {"/", "/wrong", "/file", "/gone"})
    asked += "HEAD " + std::string(path) + " HTTP/1.1\r\nHost: x\r\n\r\n";
  asked += "HEAD / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n";
  client.send(asked);
  const std::string answers = client.read_all();
  EXPECT_THAT(answers, HasSubstr("Content-Length: 3\r\n"));
  EXPECT_THAT(answers, HasSubstr("Content-Length: 1000\r\n"));
  // Nothing but headers: each answer begins where the one before ends.
  std::size_t at = 0;
  std::vector<std::string> statuses;
  while (at < answers.size()) {
    ASSERT_EQ(answers.substr(at, 9), "HTTP/1.1 ");
    statuses.push_back(answers.substr(at + 9, 3));
    at = answers.find("\r\n\r\n", at) + 4;
  }
  EXPECT_THAT(statuses, testing::ElementsAre("200", "404", "200", "404", "400"));
}

TEST(HttpServer, RefusesSeveralHosts) {
  const HttpServer server({}, echo);
  for (const char* const hosts : {"Host: x\r\nHost: x\r\n", "Host: x\r\nhost: y\r\n"}) {
    RawClient client(server.port());
    client.send("GET / HTTP/1.1\r\n" + std::string(hosts) + "\r\n");
    EXPECT_THAT(client.read_all(), StartsWith("HTTP/1.1 400"));
  }
}

TEST(HttpServer, HasTheHeadersOfSafetyOnEveryAnswer) {
  ServerOptions options;
  options.stream_grace = std::chrono::milliseconds(20);
  class Sink : public BodySink {
   public:
    std::optional<Response> take(std::string_view) override { return std::nullopt; }
    void finish(const Respond& respond) override { respond({}); }
  };
  Streaming streaming{[](std::string_view, std::string_view target) { return target == "/stream"; },
                      [](const Request&) -> BegunBody { return std::make_unique<Sink>(); }};
  const HttpServer server(options, echo, streaming);
  for (const auto& [status, bytes] : std::vector<std::pair<std::string, std::string>>{
           {"200", get("/")},
           {"400", "GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n"},
           {"400", "POST /stream HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n"},
           {"408", "POST /stream HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc"},
           {"413", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 70000\r\n\r\n"}}) {
    RawClient client(server.port());
    client.send(bytes);
    const std::string answer = client.read_all();
    EXPECT_THAT(answer, StartsWith("HTTP/1.1 " + status)) << bytes;
    for (const char* const header :
         {"Content-Security-Policy: default-src 'none'", "X-Content-Type-Options: nosniff",
          "Referrer-Policy: no-referrer", "Cross-Origin-Opener-Policy: same-origin",
          "Cross-Origin-Resource-Policy: same-origin", "Cache-Control: no-store"}) {
      const std::size_t place = answer.find(header);
      ASSERT_NE(place, std::string::npos) << status << header;
      EXPECT_EQ(answer.find(header, place + 1), std::string::npos) << status << header;
    }
  }
}

TEST(HttpServer, BelievesItsProxiesAloneAboutWhoAsks) {
  const std::vector<std::string> proxies = {"127.0.0.1", "10.0.0.1"};
  for (const auto& [peer, forwarded, client] : std::vector<std::array<std::string, 3>>{
           {"127.0.0.1", "192.0.2.7", "192.0.2.7"},
           {"127.0.0.1", "198.51.100.1, 192.0.2.7", "192.0.2.7"},
           {"127.0.0.1", "198.51.100.1,192.0.2.7 , 10.0.0.1", "192.0.2.7"},
           {"127.0.0.1", "2001:db8::1", "2001:db8::1"},
           {"127.0.0.1", "192.0.2.7, nonsense", "127.0.0.1"},
           {"127.0.0.1", "192.0.2.7,", "127.0.0.1"},
           {"127.0.0.1", "", "127.0.0.1"},
           {"127.0.0.1", "10.0.0.1", "10.0.0.1"},
           {"192.0.2.9", "198.51.100.1", "192.0.2.9"}}) {
    EXPECT_EQ(client_of(peer, forwarded, proxies), client) << peer << " " << forwarded;
  }
  const auto tell = [](const Request& request, const Respond& respond) {
    Response response;
    response.body = "from " + request.peer + " end";
    respond(std::move(response));
  };
  const std::string asked =
      "GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 198.51.100.1\r\nX-Forwarded-For: 192.0.2.7\r\n"
      "Connection: close\r\n\r\n";
  const HttpServer alone({}, tell);
  RawClient direct(alone.port());
  direct.send(asked);
  EXPECT_THAT(direct.read_all(), HasSubstr("from 127.0.0.1 end"));
  ServerOptions options;
  options.proxies = proxies;
  const HttpServer behind(options, tell);
  RawClient proxied(behind.port());
  proxied.send(asked);
  EXPECT_THAT(proxied.read_all(), HasSubstr("from 192.0.2.7 end"));
}

TEST(HttpServer, RefusesWhatNeverEnds) {
  const HttpServer server({}, echo);
  const std::string post = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
  const std::string more(4096, 'x');
  // An extension of a chunk, a trailer, a header, a line of request, a size of a chunk, a length that cannot be.
  for (const std::string& begin :
       {post + "5;a=", post + "0\r\nTrailer: ", std::string("GET / HTTP/1.1\r\nX: "), std::string("GET /"),
        post + "0000000", std::string("POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n")}) {
    RawClient client(server.port());
    client.send(begin);
    for (int i = 0; i < 100 && client.send(more); ++i) continue;
    EXPECT_THAT(client.read_all(), testing::Not(HasSubstr(" end"))) << begin;
  }
  // Two lengths, of which one is false: nothing is left over that a proxy could take for another request.
  RawClient two(server.port());
  two.send(
      "POST / HTTP/1.1\r\nContent-Length: 3\r\nContent-Length: 30\r\n\r\nabcGET /smuggled HTTP/1.1\r\n\r\n");
  EXPECT_THAT(two.read_all(), testing::Not(HasSubstr("smuggled")));
  RawClient after(server.port());
  after.send(get("/still-there"));
  EXPECT_THAT(after.read_all(), HasSubstr("/still-there"));
}

TEST(HttpServer, EndsWhoAsksAndDoesNotRead) {
  ServerOptions options;
  options.response_time = std::chrono::milliseconds(200);
  constexpr std::size_t kLarge = std::size_t{64} << 20;
  const HttpServer server(options, [](const Request&, const Respond& respond) {
    Response response;
    response.body = std::string(kLarge, 'y');
    respond(std::move(response));
  });
  RawClient slow(server.port());
  slow.send(get("/"));
  // It goes on asking, and takes nothing: sooner or later the connection is gone.
  while (slow.send(get("/again"))) continue;
  EXPECT_LT(slow.read_all().size(), kLarge);
}

TEST(HttpServer, EndsWhoDribbles) {
  ServerOptions options;
  options.header_time = options.body_time = std::chrono::milliseconds(50);
  const HttpServer server(options, echo);
  RawClient header(server.port());
  // A byte again and again wins no time: sooner or later the connection is gone.
  header.send("GET / HTTP/1.1\r\nX: ");
  while (header.send("x")) continue;
  RawClient body(server.port());
  body.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n");
  EXPECT_EQ(body.read_all(), "");
}

TEST(HttpServer, MakesRoomForWhoAsksAtTheCap) {
  ServerOptions options;
  options.most_connections = 4;
  const HttpServer server(options, echo);
  std::vector<RawClient> silent;
  for (int i = 0; i < 4; ++i) silent.emplace_back(server.port());
  RawClient asks(server.port());
  asks.send(get("/me"));
  EXPECT_THAT(asks.read_all(), HasSubstr("/me"));
  // One of them had to go.
  EXPECT_EQ(silent.front().read_all(), "");
}

TEST(HttpServer, KnowsItsOwnerByTheSocket) {
  const TemporaryFolder folder;
  ServerOptions options;
  options.control_socket = folder / "control";
  const HttpServer server(options, echo);
  struct stat facts {};
  ASSERT_EQ(::stat(options.control_socket.c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777, 0700U & facts.st_mode);
  Request request;
  request.method = "POST";
  request.target = "/x";
  request.body = "hello";
  const Response response = ask(options.control_socket, request);
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.body, "POST /x hello local end");
}

TEST(HttpServer, AnswersWhatWasAskedBeforeItEnds) {
  std::promise<Respond> asked;
  std::optional<HttpServer> server;
  server.emplace(ServerOptions{}, [&](const Request&, const Respond& respond) { asked.set_value(respond); });
  RawClient client(server->port());
  client.send(get("/late"));
  const Respond respond = asked.get_future().get();
  std::thread ending([&] { server.reset(); });
  Response response;
  response.body = "late answer";
  respond(response);
  ending.join();
  EXPECT_THAT(client.read_all(), HasSubstr("late answer"));
}

/// Counts what it is given, and refuses what has an x.
class CountingSink : public BodySink {
 public:
  explicit CountingSink(std::atomic<int>& alive) : alive_(alive) { ++alive_; }
  ~CountingSink() override { --alive_; }
  std::optional<Response> take(std::string_view piece) override {
    bytes_ += piece.size();
    if (piece.find('x') != std::string_view::npos) return error_response(422, "an x");
    return std::nullopt;
  }
  void finish(const Respond& respond) override {
    Response response;
    response.body = "took " + std::to_string(bytes_) + " end";
    respond(std::move(response));
  }

 private:
  std::atomic<int>& alive_;
  std::size_t bytes_ = 0;
};

class StreamingTest : public testing::Test {
 protected:
  Streaming streaming() {
    return {[](std::string_view method, std::string_view target) {
              return method == "POST" && target.starts_with("/stream");
            },
            [this](const Request& request) -> BegunBody {
              if (request.target == "/stream/closed") return error_response(423, "closed");
              return std::make_unique<CountingSink>(alive);
            }};
  }
  static std::string post(const std::string& target, std::size_t length) {
    return "POST " + target + " HTTP/1.1\r\nHost: h\r\nContent-Length: " + std::to_string(length) + "\r\n";
  }
  /// Sinks go on the network thread, a moment after the answer.
  void expect_none_left() {
    while (alive > 0) std::this_thread::yield();
  }
  std::atomic<int> alive = 0;
};

TEST_F(StreamingTest, HandsLargeBodiesOnPieceByPiece) {
  const HttpServer server({}, echo, streaming());
  constexpr std::size_t kLarge = 3'000'001;
  RawClient plain(server.port());
  plain.send(post("/stream", kLarge) + "\r\n");
  const std::string body(kLarge, 'y');
  for (std::size_t at = 0; at < kLarge;) {
    const std::size_t some = std::min<std::size_t>(100'000, kLarge - at);
    ASSERT_TRUE(plain.send(std::string_view(body).substr(at, some)));
    at += some;
  }
  EXPECT_THAT(plain.read_all(), HasSubstr("took 3000001 end"));
  RawClient chunked(server.port());
  chunked.send("POST /stream HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n");
  for (int i = 0; i < 50; ++i) chunked.send("4000\r\n" + std::string(0x4000, 'y') + "\r\n");
  chunked.send("0\r\n\r\n");
  EXPECT_THAT(chunked.read_all(), HasSubstr("took 819200 end"));
  RawClient empty(server.port());
  empty.send(post("/stream", 0) + "\r\n");
  EXPECT_THAT(empty.read_all(), HasSubstr("took 0 end"));
  // All other bodies are as small as ever.
  RawClient other(server.port());
  other.send(post("/other", 70'000) + "\r\n");
  EXPECT_THAT(other.read_all(), StartsWith("HTTP/1.1 413"));
  expect_none_left();
}

TEST_F(StreamingTest, SaysWhetherToGoOnBeforeTheBodyComes) {
  const HttpServer server({}, echo, streaming());
  RawClient welcome(server.port());
  welcome.send(post("/stream", 3) + "Expect: 100-continue\r\n\r\n");
  EXPECT_THAT(welcome.read_until("\r\n\r\n"), StartsWith("HTTP/1.1 100 Continue"));
  welcome.send("abc");
  EXPECT_THAT(welcome.read_all(), HasSubstr("took 3 end"));
  RawClient unwelcome(server.port());
  unwelcome.send(post("/stream/closed", 200'000'000) + "Expect: 100-continue\r\n\r\n");
  EXPECT_THAT(unwelcome.read_until("closed"), StartsWith("HTTP/1.1 423"));
}

TEST_F(StreamingTest, RefusesWhatIsTooLargeEndlessSlowOrFalse) {
  ServerOptions options;
  options.most_streamed = 300'000;
  options.stream_grace = std::chrono::milliseconds(100);
  options.stream_rate = 1'000'000'000;
  const HttpServer server(options, echo, streaming());
  RawClient large(server.port());
  large.send(post("/stream", 300'001) + "\r\n");
  EXPECT_THAT(large.read_until("too large"), StartsWith("HTTP/1.1 413"));
  RawClient endless(server.port());
  endless.send("POST /stream HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n");
  for (int i = 0; i < 30; ++i) endless.send("4000\r\n" + std::string(0x4000, 'y') + "\r\n");
  EXPECT_THAT(endless.read_until("too large"), StartsWith("HTTP/1.1 413"));
  RawClient silent(server.port());
  silent.send(post("/stream", 1000) + "\r\nsome");
  EXPECT_THAT(silent.read_until("slowly"), StartsWith("HTTP/1.1 408"));
  RawClient refused(server.port());
  refused.send(post("/stream", 200'000) + "\r\n" + std::string(200'000, 'x'));
  EXPECT_THAT(refused.read_until("an x"), StartsWith("HTTP/1.1 422"));
  RawClient broken(server.port());
  broken.send("POST /stream HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nzzz\r\n");
  EXPECT_THAT(broken.read_until("header says"), StartsWith("HTTP/1.1 400"));
  {
    RawClient gone(server.port());
    gone.send(post("/stream", 1000) + "\r\nsome");
  }
  expect_none_left();
  RawClient after(server.port());
  after.send(get("/still-there"));
  EXPECT_THAT(after.read_all(), HasSubstr("/still-there"));
}

TEST(HttpServer, SendsFilesPieceByPiece) {
  const TemporaryFolder folder;
  const std::string bytes(2'000'003, 'f');
  folder.write("large", bytes);
  const HttpServer server({}, [&](const Request& request, const Respond& respond) {
    Response response;
    response.type = "text/plain";
    response.file = folder / request.target.substr(1);
    respond(std::move(response));
  });
  RawClient client(server.port());
  client.send(get("/large", false));
  const std::string answer = client.read_response();
  EXPECT_THAT(answer, HasSubstr("Content-Length: 2000003\r\n"));
  EXPECT_TRUE(answer.ends_with(bytes.substr(0, 1000)));
  client.send(get("/missing"));
  EXPECT_THAT(client.read_all(), StartsWith("HTTP/1.1 404"));
}

TEST(HttpServer, LeavesAnAnswerAloneThatComesWhenItIsGone) {
  std::promise<Respond> asked;
  ServerOptions options;
  options.farewell = std::chrono::milliseconds(1);
  auto server = std::make_unique<HttpServer>(
      options, [&](const Request&, const Respond& respond) { asked.set_value(respond); });
  RawClient client(server->port());
  client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  const Respond respond = asked.get_future().get();
  server.reset();
  EXPECT_EQ(client.read_all(), "");
  respond({});
}

TEST(HttpServer, SaysThatAPortIsTaken) {
  const HttpServer server({}, echo);
  ServerOptions same;
  same.port = server.port();
  EXPECT_THROW(HttpServer second(same, echo), std::system_error);
}

}  // namespace
}  // namespace fovea::assess
