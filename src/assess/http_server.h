// The server on the network: HTTP/1.1 on a loopback address or a Unix socket, in front of a Handler.
//
// One thread does all network work with coroutines. Two workers call the handler; what only reads and may take long has threads of its
// own (assess/worker.h) and is answered 503 when it is late. Every connection has deadlines, from the start of what they are for.
//
// At the cap of connections a new one drives out, in this order: one that has never asked anything, an idle one, one that is sending a
// small body, one that does not read its answer; the longest-waiting first. A request that is being answered and an upload are never
// driven out: then the new connection is closed.
//
// Answers wait in memory until they are read, within the budget of assess/unread_answers.h: what is above it is answered 429 or 503. Small
// answers, such as those to saves, always pass.
//
// Bodies are kept in memory and are small, but for those that go to a sink (Streaming): these come piece by piece, written by a
// thread of their own, and may take as long as they come at a fair rate.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "assess/http.h"
#include "assess/limits.h"

namespace fovea::assess {

struct ServerOptions {
  /// Where to listen; an address that is none of loopback is the caller's responsibility.
  std::string address = "127.0.0.1";
  /// 0 for any free one.
  std::uint16_t port = 0;
  /// In the place of address and port, when not empty.
  std::string socket;
  /// A socket whose requests are local (Request::local): the owner of the machine; empty for none.
  std::string control_socket;
  /// Who may say in X-Forwarded-For for whom it asks: addresses, and "socket" for who comes by the socket.
  std::vector<std::string> proxies = {};
  std::size_t most_connections = 512;
  std::uint64_t most_header = 8'192;
  std::uint64_t most_body = 65'536;
  /// From the start of what they are for: a client that sends a byte now and then does not win time.
  std::chrono::milliseconds header_time{10'000}, body_time{10'000}, response_time{60'000}, idle_time{60'000};
  /// Where there are too many connections, one whose header or body takes longer is ended before those that are idle.
  std::chrono::milliseconds time_to_speak{2'000};
  /// What goes to a sink, and files that are sent: so many bytes a second at least, after this grace; no pause is longer than it.
  std::chrono::milliseconds stream_grace{30'000};
  std::uint64_t stream_rate = std::uint64_t{32} << 10;
  std::uint64_t most_streamed = std::uint64_t{256} << 20;
  /// Bytes of answers that are not read yet.
  std::uint64_t most_unread = std::uint64_t{32} << 20;
  std::uint64_t most_unread_of_client = std::uint64_t{16} << 20;
  /// Which requests go to the threads for long reads; none when empty. On the network thread: it must be quick.
  std::function<bool(const Request&)> may_take_long = {};
  std::chrono::milliseconds read_time{20'000};
  std::size_t most_reads_waiting = 64;
  /// What was asked may be answered for so long when the server ends.
  std::chrono::milliseconds farewell{3'000};
};

/// With what the limits say; the rest as above.
ServerOptions server_options(const Limits& limits);

/// Requests whose bodies go to a sink.
struct Streaming {
  /// By method and target, on the network thread: it must be quick. None when empty.
  std::function<bool(std::string_view method, std::string_view target)> wants;
  /// By the header, on a worker.
  std::function<BegunBody(const Request&)> begin;
};

class HttpServer {
 public:
  using Handle = std::function<void(const Request&, const Respond&)>;

  /// Listens from now on: who comes waits for serve(). Throws std::system_error when the port or socket cannot be had.
  explicit HttpServer(ServerOptions options);
  /// Listens and serves.
  HttpServer(ServerOptions options, Handle handle, Streaming streaming = {});
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;
  /// Answers what was asked, for as long as `farewell`; then long reads are told to stop (Request::overdue) and waited for.
  ~HttpServer();

  /// Answers requests. Called once.
  void serve(Handle handle, Streaming streaming = {});
  std::uint16_t port() const;

 private:
  class Core;
  std::unique_ptr<Core> core_;
};

/// Asks a server on a Unix socket. Throws std::system_error when there is none.
Response ask(const std::string& socket, const Request& request);

}  // namespace fovea::assess
