// A request and its response, as plain values: everything the server does can be asked for without a socket.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace fovea::assess {

struct Request {
  std::string method;
  /// Path and query, as sent.
  std::string target;
  /// By name in small letters; several with one name are one list, as HTTP has it.
  std::map<std::string, std::string, std::less<>> headers;
  std::string body;
  /// Whom it came from, for limits; behind a proxy what the proxy says.
  std::string peer;
  /// Came by the socket beside the store, which only its owner can open.
  bool local = false;
  /// When the answer is of no use any more; long computations ask now and then.
  std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max();
  /// Set when the server stops; may be nullptr.
  const std::atomic<bool>* stopping = nullptr;

  bool overdue() const {
    return (stopping != nullptr && *stopping) || until <= std::chrono::steady_clock::now();
  }
  std::string_view header(std::string_view name) const;
  /// "/api/me"
  std::string_view path() const;
  /// A value of the query, decoded; nothing when it is not there or is no UTF-8.
  std::optional<std::string> query(std::string_view name) const;
  std::optional<std::string> cookie(std::string_view name) const;
};

struct Response {
  int status = 200;
  std::string type = "application/json";
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers = {};
  /// A file that is sent in the place of the body, piece by piece; empty for none.
  std::string file = {};
  /// A body that several answers share, in the place of their own; nullptr for none.
  std::shared_ptr<const std::string> shared = nullptr;
  /// Whose budget of unread bytes it counts against; empty: that of the peer.
  std::string client = {};

  const std::string& bytes() const { return shared ? *shared : body; }
};

/// The headers that every answer has, unless it has its own.
void add_safety(Response& response);
/// What the format of an export had no words for, in a header.
void add_unsaid(Response& response, const std::map<std::string, std::uint64_t, std::less<>>& unsaid);
/// Who asks through proxies, by X-Forwarded-For, in which each proxy appends who asked it: the last one that is no proxy of ours. Who
/// writes further to the left is not known. `peer` is who is connected: what it says counts when it is a proxy.
std::string client_of(const std::string& peer, std::string_view forwarded,
                      const std::vector<std::string>& proxies);

/// {"error":…,"message":…}
Response error_response(int status, std::string_view message);
/// The name of an error: "not_found", "conflict", …
std::string_view error_name(int status);

/// Called once, from any thread.
using Respond = std::function<void(Response)>;

/// Takes the body of one request piece by piece, where it is too large to be kept in memory. Used by one thread at a time, throws
/// nothing, and goes without finish() when the sender breaks off: then nothing of it may stay.
class BodySink {
 public:
  BodySink() = default;
  BodySink(const BodySink&) = delete;
  BodySink& operator=(const BodySink&) = delete;
  virtual ~BodySink() = default;
  /// Why no more is taken; nothing to go on.
  virtual std::optional<Response> take(std::string_view piece) = 0;
  /// The body is whole.
  virtual void finish(const Respond& respond) = 0;
};

/// A sink for the body of a request, of which only the header is known, or the answer that refuses it.
using BegunBody = std::variant<Response, std::unique_ptr<BodySink>>;

}  // namespace fovea::assess
