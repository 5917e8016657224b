// The server over real sockets: what it answers, what it refuses, whom it ends.
#include "assess/http_server.h"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <future>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "temporary_folder.h"

namespace fovea::assess {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// A client that sends what it is told and reads until the server closes, or until it has seen enough.
class Client {
 public:
  explicit Client(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_port = htons(port);
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::connect(socket_, reinterpret_cast<const sockaddr*>(&place), sizeof place), 0);
  }
  Client(Client&& other) noexcept : socket_(std::exchange(other.socket_, -1)) {}
  ~Client() {
    if (socket_ >= 0) ::close(socket_);
  }

  /// Whether all of it was taken.
  bool send(std::string_view bytes) {
    return ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size());
  }
  std::string read_until(std::string_view end) {
    std::string out;
    std::array<char, 4096> buffer{};
    while (end.empty() || out.find(end) == std::string::npos) {
      const ssize_t got = ::recv(socket_, buffer.data(), buffer.size(), 0);
      if (got <= 0) break;
      out.append(buffer.data(), static_cast<std::size_t>(got));
    }
    return out;
  }
  std::string read_all() { return read_until(""); }

 private:
  int socket_;
};

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
  Client client(server.port());
  client.send(get("/one", false));
  EXPECT_THAT(client.read_until(" end"), HasSubstr("GET /one  end"));
  client.send("POST /two HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc");
  const std::string answer = client.read_all();
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(answer, HasSubstr("POST /two abc end"));
}

TEST(HttpServer, RefusesWhatIsTooLarge) {
  const HttpServer server({}, echo);
  Client body(server.port());
  body.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 70000\r\n\r\n");
  EXPECT_THAT(body.read_all(), StartsWith("HTTP/1.1 413"));
  Client header(server.port());
  header.send("GET / HTTP/1.1\r\nHost: x\r\nLong: " + std::string(9000, 'x'));
  EXPECT_THAT(header.read_all(), testing::Not(HasSubstr("200")));
  Client chunks(server.port());
  chunks.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
  const std::string chunk = "4000\r\n" + std::string(0x4000, 'y') + "\r\n";
  for (int i = 0; i < 5; ++i) chunks.send(chunk);
  EXPECT_THAT(chunks.read_all(), testing::Not(HasSubstr("200")));
  Client nonsense(server.port());
  nonsense.send("this is no HTTP\r\n\r\n");
  EXPECT_THAT(nonsense.read_all(), testing::Not(HasSubstr("200")));
  Client after(server.port());
  after.send(get("/still-there"));
  EXPECT_THAT(after.read_all(), HasSubstr("/still-there"));
}

TEST(HttpServer, EndsWhoDribbles) {
  ServerOptions options;
  options.header_time = options.body_time = std::chrono::milliseconds(50);
  const HttpServer server(options, echo);
  Client header(server.port());
  // A byte again and again wins no time: sooner or later the connection is gone.
  header.send("GET / HTTP/1.1\r\nX: ");
  while (header.send("x")) continue;
  Client body(server.port());
  body.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n");
  EXPECT_EQ(body.read_all(), "");
}

TEST(HttpServer, MakesRoomForWhoAsksAtTheCap) {
  ServerOptions options;
  options.most_connections = 4;
  const HttpServer server(options, echo);
  std::vector<Client> silent;
  for (int i = 0; i < 4; ++i) silent.emplace_back(server.port());
  Client asks(server.port());
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
  Client client(server->port());
  client.send(get("/late"));
  const Respond respond = asked.get_future().get();
  std::thread ending([&] { server.reset(); });
  Response response;
  response.body = "late answer";
  respond(response);
  ending.join();
  EXPECT_THAT(client.read_all(), HasSubstr("late answer"));
}

TEST(HttpServer, SaysThatAPortIsTaken) {
  const HttpServer server({}, echo);
  ServerOptions same;
  same.port = server.port();
  EXPECT_THROW(HttpServer second(same, echo), std::system_error);
}

}  // namespace
}  // namespace fovea::assess
