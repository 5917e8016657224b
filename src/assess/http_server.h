// The server on the network: HTTP/1.1 on a loopback address or a Unix socket, in front of a Handler.
//
// One thread does all network work with coroutines; two workers call the handler. Every connection has deadlines from its
// start: 10 s for the header, 10 s for the body, 60 s for the response, 60 s between requests. At the cap of 512 connections the
// one that has waited longest without ever having been answered goes first.
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
  /// From the start of what they are for: a client that sends a byte now and then does not win time.
  std::chrono::milliseconds header_time{10'000}, body_time{10'000}, response_time{60'000}, idle_time{60'000};
  /// What goes to a sink, and files that are sent: so many bytes a second at least, after this grace; no pause is longer than it.
  std::chrono::milliseconds stream_grace{30'000};
  std::uint64_t stream_rate = std::uint64_t{32} << 10;
  std::uint64_t most_streamed = std::uint64_t{256} << 20;
};

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

  /// Listens from now on. Throws std::system_error when the port or socket cannot be had.
  HttpServer(ServerOptions options, Handle handle, Streaming streaming = {});
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;
  /// Answers what was asked, for 5 s at most, and ends.
  ~HttpServer();

  std::uint16_t port() const;

 private:
  class Core;
  std::unique_ptr<Core> core_;
};

/// Asks a server on a Unix socket. Throws std::system_error when there is none.
Response ask(const std::string& socket, const Request& request);

}  // namespace fovea::assess
