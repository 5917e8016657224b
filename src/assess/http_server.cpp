// All that knows Boost stands here.
#include "assess/http_server.h"

#include <sys/stat.h>
#include <unistd.h>

#include <utility>
// Debian's Boost 1.74 uses std::exchange without <utility>, which therefore stands above.
#include <algorithm>
#include <array>
#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <chrono>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <sstream>
#include <string>
#include <system_error>
#include <thread>
#include <tuple>

#include "assess/socket_place.h"
#include "assess/unread_answers.h"
#include "assess/worker.h"

namespace fovea::assess {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using Tcp = asio::ip::tcp;
using Local = asio::local::stream_protocol;
using std::chrono::steady_clock;

constexpr int kWorkers = 2;
constexpr std::size_t kReadThreads = 2;
/// Answers of this size pass whatever is unread: with all connections they are few megabytes.
constexpr std::size_t kSmallAnswer = 16 * 1024;
/// What the kernel may hold of a connection's answers, which no budget here sees.
constexpr int kSendBuffer = 256 * 1024;
/// A streamed body is handed on in pieces of about this size.
constexpr std::size_t kPiece = 128 * 1024;
/// What a client still sends after it was refused is read up to here, so that it sees the refusal.
constexpr std::size_t kMostDrained = std::size_t{16} << 20;

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

/// Boost's errors are not the standard's.
std::system_error as_standard(const boost::system::system_error& error) {
  return {error.code().value(), std::system_category(), "no connection"};
}

/// Without the body.
template <class Body>
Request request_of(const http::request<Body>& message) {
  Request out;
  out.method = std::string(message.method_string());
  out.target = std::string(message.target());
  for (const auto& field : message) {
    std::string& value = out.headers[lower(std::string(field.name_string()))];
    value += (value.empty() ? "" : ", ") + std::string(field.value());
  }
  return out;
}

template <class Body>
http::response<Body> head_of(Response& response, bool keep_alive) {
  add_safety(response);
  http::response<Body> out(static_cast<http::status>(response.status), 11);
  out.set(http::field::content_type, response.type);
  for (const auto& [name, value] : response.headers) out.insert(name, value);
  out.keep_alive(keep_alive);
  return out;
}

/// Everything before the body.
std::string head_text(Response& response, bool keep_alive) {
  auto head = head_of<http::empty_body>(response, keep_alive);
  head.content_length(response.bytes().size());
  std::ostringstream out;
  out << head.base();
  return std::move(out).str();
}

}  // namespace

class HttpServer::Core {
 public:
  explicit Core(ServerOptions options)
      : options_(std::move(options)),
        unread_(options_.most_unread, options_.most_unread_of_client),
        workers_({.threads = kWorkers}),
        reads_({.threads = kReadThreads, .niceness = Worker::kAfterSaves}) {
    if (options_.socket.empty()) {
      const Tcp::endpoint place(asio::ip::make_address(options_.address), options_.port);
      tcp_.emplace(context_, place);
      port_ = tcp_->local_endpoint().port();
      asio::co_spawn(context_, accept(*tcp_, false), asio::detached);
    } else {
      socket_place_.emplace(options_.socket);
      local_.emplace(context_, Local::endpoint(options_.socket));
      socket_place_->is_bound();
      asio::co_spawn(context_, accept(*local_, false), asio::detached);
    }
    if (!options_.control_socket.empty()) {
      control_place_.emplace(options_.control_socket);
      // Only the owner may connect: the file gets no rights for others before anybody can listen.
      const mode_t before = ::umask(0077);
      control_.emplace(context_, Local::endpoint(options_.control_socket));
      control_place_->is_bound();
      ::umask(before);
      asio::co_spawn(context_, accept(*control_, true), asio::detached);
    }
  }

  void serve(Handle handle, Streaming streaming) {
    handle_ = std::move(handle);
    streaming_ = std::move(streaming);
    network_ = std::thread([this] { context_.run(); });
  }

  ~Core() {
    if (!network_.joinable()) return;  // it only listened
    asio::post(context_, [this] { stop_listening(); });
    const auto end = steady_clock::now() + options_.farewell;
    while (steady_clock::now() < end && open_requests_ > 0)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    stopping_ = true;
    asio::post(context_, [this] {
      for (const Connection& connection : connections_) connection.close();
      context_.stop();
    });
    network_.join();
    workers_.stop();
    reads_.stop();
    disk_.stop();
    const std::scoped_lock lock(gate_->mutex);
    gate_->context = nullptr;
  }

  std::uint16_t port() const { return port_; }

 private:
  /// What a connection is doing, in the order in which it is driven out at the cap; from kWorking on it is not.
  enum class Doing : std::uint8_t { kSilent, kIdle, kSendingBody, kReadingAnswer, kWorking };

  /// A connection as the server sees it from outside: it can be ended.
  struct Connection {
    std::function<void()> close;
    std::string peer = {};
    std::string account = {};  ///< of the last request; empty before the first that was made with a log-in
    Doing doing = Doing::kSilent;
    steady_clock::time_point since = steady_clock::now();

    void now(Doing what) {
      doing = what;
      since = steady_clock::now();
    }
  };
  using Connections = std::list<Connection>;

  /// A request that the end of the server waits for.
  class OpenRequest {
   public:
    explicit OpenRequest(std::atomic<int>& count) : count_(count) { ++count_; }
    OpenRequest(const OpenRequest&) = delete;
    OpenRequest& operator=(const OpenRequest&) = delete;
    ~OpenRequest() { --count_; }

   private:
    std::atomic<int>& count_;
  };

  void stop_listening() {
    ending_ = true;
    boost::system::error_code ignored;
    if (tcp_) tcp_->close(ignored);
    if (local_) local_->close(ignored);
    if (control_) control_->close(ignored);
  }

  template <class Acceptor>
  asio::awaitable<void> accept(Acceptor& acceptor, bool local) {
    while (acceptor.is_open()) {
      boost::system::error_code error;
      auto socket = co_await acceptor.async_accept(asio::redirect_error(asio::use_awaitable, error));
      if (error) {
        if (!acceptor.is_open()) co_return;
        // Out of descriptors, for one: a moment later there may be some.
        asio::steady_timer pause(context_, std::chrono::milliseconds(50));
        co_await pause.async_wait(asio::redirect_error(asio::use_awaitable, error));
        continue;
      }
      // Without room the socket is closed as it goes.
      if (make_room()) asio::co_spawn(context_, serve(std::move(socket), local), asio::detached);
    }
  }

  /// Whether there is room for one more connection, if need be after driving out another: one of the account that has most of
  /// them, so that nobody's connections cost another theirs. Those without a log-in count as one account, whatever their address.
  bool make_room() {
    if (connections_.size() < options_.most_connections) return true;
    std::map<std::string_view, std::size_t> held;
    for (const Connection& each : connections_) held[each.account] += each.doing < Doing::kWorking;
    // Whoever says nothing or dribbles a body keeps a place from others. One who has just connected goes after both, and can speak.
    const auto late = steady_clock::now() - options_.time_to_speak;
    const auto victim = std::ranges::min_element(connections_, {}, [&](const Connection& each) {
      const bool speaks = each.doing == Doing::kSilent || each.doing == Doing::kSendingBody;
      const Doing doing = !speaks ? each.doing : each.since < late ? Doing::kSilent : Doing::kSendingBody;
      return std::tuple(doing >= Doing::kWorking, connections_.size() - held[each.account], doing,
                        each.since);
    });
    if (victim->doing >= Doing::kWorking) return false;
    victim->close();
    victim->now(Doing::kWorking);  // it has gone, and is not driven out again
    return true;
  }

  /// Writes an answer that is not a file; while that takes, its bytes count as unread.
  template <class Socket>
  asio::awaitable<void> send(Socket& socket, Connection& connection, Response answer, bool head,
                             bool keep_alive, boost::system::error_code& error) {
    const auto now = steady_clock::now();
    std::optional<UnreadAnswers::Place> counted;
    if (!head && answer.bytes().size() > kSmallAnswer) {
      const std::string client = answer.client.empty() ? connection.peer : answer.client;
      if (answer.shared == nullptr)
        answer.shared = std::make_shared<const std::string>(std::move(answer.body));
      const auto refusal = unread_.make_room(client, answer.shared, now);
      if (refusal == UnreadAnswers::Refusal::kNone) {
        counted = unread_.add({client, answer.shared, now, connection.close});
      } else if (refusal == UnreadAnswers::Refusal::kOfClient) {
        answer = error_response(429, "read the answers to what you asked before, then ask again");
      } else {
        answer = error_response(503, "too many answers are not read yet: try again");
      }
    }
    connection.now(Doing::kReadingAnswer);
    const std::string header = head_text(answer, keep_alive);
    // To a HEAD without the body, whose length the header has.
    const std::string_view body = head ? std::string_view() : answer.bytes();
    std::size_t at = std::min(body.size(), kPiece);
    // Together, so that a small answer is one packet.
    const std::array<asio::const_buffer, 2> first = {asio::buffer(header), asio::buffer(body.data(), at)};
    co_await asio::async_write(socket, first, asio::redirect_error(asio::use_awaitable, error));
    while (!error && at < body.size()) {
      const asio::const_buffer piece = asio::buffer(body.data() + at, std::min(body.size() - at, kPiece));
      co_await asio::async_write(socket, piece, asio::redirect_error(asio::use_awaitable, error));
      at += piece.size();
    }
    if (counted) unread_.remove(*counted);
  }

  template <class Socket>
  asio::awaitable<void> serve(Socket accepted, bool local) {
    // Shared with the timer, whose last word may come when all else is over.
    const auto shared = std::make_shared<Socket>(std::move(accepted));
    Socket& socket = *shared;
    const auto close = [shared] {
      boost::system::error_code ignored;
      shared->close(ignored);
    };
    const std::string peer = peer_of(socket);
    const auto place = connections_.insert(connections_.end(), Connection{close, peer});
    // Whatever is waited for ends when the timer does: it closes the socket.
    asio::steady_timer deadline(context_);
    const auto within = [&](std::chrono::milliseconds time) {
      deadline.expires_after(time);
      deadline.async_wait([close](const boost::system::error_code& error) {
        if (!error) close();
      });
    };
    beast::flat_buffer buffer(options_.most_header + options_.most_body);
    boost::system::error_code error;
    socket.set_option(asio::socket_base::send_buffer_size(kSendBuffer), error);
    error = {};
    for (bool first = true; !error && !ending_; first = false) {
      http::request_parser<http::string_body> parser;
      parser.header_limit(static_cast<std::uint32_t>(options_.most_header));
      parser.body_limit(std::max(options_.most_body, options_.most_streamed));
      place->now(first ? Doing::kSilent : Doing::kIdle);
      within(first ? options_.header_time : options_.idle_time);
      const std::size_t header = co_await http::async_read_header(
          socket, buffer, parser, asio::redirect_error(asio::use_awaitable, error));
      // The parser's own limit leaves out the first line.
      if (!error && header > options_.most_header) error = http::error::header_limit;
      const auto requested = [&] {
        Request out = request_of(parser.get());
        out.local = local;
        out.peer = client_of(peer, out.header("x-forwarded-for"), options_.proxies);
        place->peer = out.peer;
        return out;
      };
      // Two names of one server: a proxy may believe the one, and what is behind it the other.
      if (!error && parser.get().count(http::field::host) > 1) {
        within(options_.response_time);
        const OpenRequest open(open_requests_);
        Response answer = error_response(400, "the request has several Host headers");
        co_await send(socket, *place, std::move(answer), parser.get().method() == http::verb::head, false,
                      error);
        break;
      }
      if (!error && streams(parser.get())) {
        within(options_.response_time);
        place->now(Doing::kWorking);
        const OpenRequest open(open_requests_);
        Request request = requested();
        Response answer = co_await receive(shared, buffer, parser, request, deadline);
        within(options_.response_time);
        co_await send(socket, *place, std::move(answer), false, false, error);
        if (!error) co_await drain(socket);
        break;
      }
      if (!error) {
        if (parser.content_length() && *parser.content_length() > options_.most_body)
          error = http::error::body_limit;
        parser.body_limit(options_.most_body);
      }
      if (!error) {
        place->now(Doing::kSendingBody);
        within(options_.body_time);
        co_await http::async_read(socket, buffer, parser, asio::redirect_error(asio::use_awaitable, error));
      }
      if (error == http::error::body_limit || error == http::error::header_limit ||
          error == http::error::buffer_overflow) {
        within(options_.response_time);
        boost::system::error_code ignored;
        Response refusal = error_response(413, "the request is too large");
        co_await send(socket, *place, std::move(refusal), parser.get().method() == http::verb::head, false,
                      ignored);
      }
      if (error) break;
      const bool keep_alive = parser.get().keep_alive();
      Request request = requested();
      // What GET would answer, without its body.
      const bool head = request.method == "HEAD";
      if (head) request.method = "GET";
      request.body = std::move(parser.get().body());
      within(options_.response_time);
      place->now(Doing::kWorking);
      // Until the last byte of the answer is written.
      const OpenRequest open(open_requests_);
      Response answer = co_await answer_to(std::move(request));
      place->account = answer.client;
      if (answer.file.empty()) {
        co_await send(socket, *place, std::move(answer), head, keep_alive, error);
      } else {
        place->now(Doing::kReadingAnswer);
        co_await send_file(socket, *place, answer, head, keep_alive, within, error);
      }
      if (!keep_alive) break;
    }
    deadline.cancel();
    connections_.erase(place);
    boost::system::error_code ignored;
    socket.shutdown(Socket::shutdown_both, ignored);
  }

  bool streams(const http::request<http::string_body>& head) const {
    const auto method = head.method_string();
    const auto target = head.target();
    return streaming_.wants &&
           streaming_.wants({method.data(), method.size()}, {target.data(), target.size()});
  }

  /// How long so many bytes may take.
  std::chrono::milliseconds fair_time(std::uint64_t bytes) const {
    const std::uint64_t rate = std::max<std::uint64_t>(options_.stream_rate, 1);
    return options_.stream_grace + std::chrono::milliseconds(bytes * 1'000 / rate);
  }

  /// Hands a body to its sink, and waits for the answer.
  template <class Socket>
  asio::awaitable<Response> receive(const std::shared_ptr<Socket>& shared, beast::flat_buffer& buffer,
                                    http::request_parser<http::string_body>& header, const Request& request,
                                    asio::steady_timer& deadline) {
    Socket& socket = *shared;
    const bool waits = lower(request.header("expect")) == "100-continue";
    // What is awaited is made from things with names: GCC 12 destroys temporaries of such an expression twice.
    const std::function<BegunBody()> begin = [this, &request] { return streaming_.begin(request); };
    BegunBody begun = co_await done_by(workers_, begin);
    if (auto* const refusal = std::get_if<Response>(&begun)) co_return std::move(*refusal);
    const std::unique_ptr<BodySink> sink = std::move(std::get<std::unique_ptr<BodySink>>(begun));
    boost::system::error_code error;
    if (waits) {
      http::response<http::empty_body> interim(http::status::continue_, 11);
      co_await http::async_write(socket, interim, asio::redirect_error(asio::use_awaitable, error));
    }
    http::request_parser<http::buffer_body> parser(std::move(header));
    parser.body_limit(options_.most_streamed);
    const auto start = steady_clock::now();
    std::uint64_t received = 0;
    std::string piece(kPiece, '\0');
    std::size_t filled = 0;
    while (!error && !parser.is_done()) {
      auto& body = parser.get().body();
      body.data = piece.data() + filled;
      body.size = piece.size() - filled;
      // A pause that is too long ends the reading, not the connection: the sender is told.
      deadline.expires_after(
          std::min(options_.stream_grace, std::chrono::duration_cast<std::chrono::milliseconds>(
                                              start + fair_time(received) - steady_clock::now())));
      deadline.async_wait([shared](const boost::system::error_code& cancelled) {
        boost::system::error_code ignored;
        if (!cancelled) shared->cancel(ignored);
      });
      co_await http::async_read_some(socket, buffer, parser,
                                     asio::redirect_error(asio::use_awaitable, error));
      deadline.cancel();
      if (error == http::error::need_buffer) error = {};
      const std::size_t got = piece.size() - filled - body.size;
      filled += got;
      received += got;
      if (filled < piece.size() && !parser.is_done()) continue;
      if (error) break;
      const std::function<std::optional<Response>()> take =
          [&sink, some = std::string_view(piece).substr(0, filled)] { return sink->take(some); };
      std::optional<Response> refusal = co_await done_by(disk_, take);
      if (refusal) co_return std::move(*refusal);
      filled = 0;
    }
    if (error == http::error::body_limit) co_return error_response(413, "the body is too large");
    if (error == asio::error::operation_aborted)
      co_return error_response(408, "the body came too slowly, or stopped");
    if (error) co_return error_response(400, "the body is not what its header says");
    const auto waiting = std::make_shared<Waiting>(context_);
    disk_.add("", [&sink, respond = respond_to(waiting)] { sink->finish(respond); });
    co_await waiting->wait();
    co_return std::move(*waiting->response);
  }

  /// Reads what a client that was refused still sends, for a while: whoever closes at once takes back what it has just said.
  template <class Socket>
  static asio::awaitable<void> drain(Socket& socket) {
    boost::system::error_code error;
    socket.shutdown(Socket::shutdown_send, error);
    std::string ignored(kPiece, '\0');
    for (std::size_t read = 0; !error && read < kMostDrained;)
      read += co_await socket.async_read_some(asio::buffer(ignored),
                                              asio::redirect_error(asio::use_awaitable, error));
  }

  template <class Socket, class Within>
  asio::awaitable<void> send_file(Socket& socket, Connection& connection, Response& answer, bool head,
                                  bool keep_alive, const Within& within, boost::system::error_code& error) {
    auto message = head_of<http::file_body>(answer, keep_alive);
    boost::system::error_code missing;
    message.body().open(answer.file.c_str(), beast::file_mode::scan, missing);
    if (missing) {
      Response fault = error_response(404, "the file is not there any more");
      co_await send(socket, connection, std::move(fault), head, keep_alive, error);
      co_return;
    }
    if (head) {
      auto bare = head_of<http::empty_body>(answer, keep_alive);
      bare.content_length(message.body().size());
      co_await http::async_write(socket, bare, asio::redirect_error(asio::use_awaitable, error));
      co_return;
    }
    within(options_.response_time + fair_time(message.body().size()));
    message.prepare_payload();
    co_await http::async_write(socket, message, asio::redirect_error(asio::use_awaitable, error));
  }

  /// Lets a worker do something and waits, without holding up the network thread. It must not throw.
  template <class Result>
  asio::awaitable<Result> done_by(Worker& worker, const std::function<Result()>& work) {
    const auto result = std::make_shared<std::optional<Result>>();
    const auto waiting = std::make_shared<Waiting>(context_);
    worker.add("", [this, result, waiting, work] {
      result->emplace(work());
      asio::post(context_, [waiting] { waiting->done.cancel(); });
    });
    co_await waiting->wait();
    co_return std::move(**result);
  }

  /// Something that another thread will answer.
  struct Waiting {
    explicit Waiting(asio::io_context& context,
                     steady_clock::time_point until = steady_clock::time_point::max())
        : done(context, until) {}
    asio::awaitable<void> wait() {
      boost::system::error_code cancelled;
      co_await done.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
    }
    asio::steady_timer done;
    std::optional<Response> response;
  };

  /// The way to the network thread, for those who may come when it is gone.
  struct Gate {
    explicit Gate(asio::io_context* open) : context(open) {}
    std::mutex mutex;
    asio::io_context* context;  ///< nullptr when it is closed
  };

  /// An answer may come from the writer when the server is gone: then nobody waits for it.
  Respond respond_to(const std::weak_ptr<Waiting>& waiting) const {
    return [gate = gate_, waiting](Response response) {
      const std::scoped_lock lock(gate->mutex);
      if (gate->context == nullptr) return;
      asio::post(*gate->context, [waiting, response = std::move(response)]() mutable {
        const auto asked = waiting.lock();
        if (asked == nullptr) return;
        asked->response = std::move(response);
        asked->done.cancel();
      });
    };
  }

  /// Lets another thread handle it and waits, without holding up the network thread.
  asio::awaitable<Response> answer_to(Request request) {
    const bool slow = options_.may_take_long && options_.may_take_long(request);
    if (slow) request.until = steady_clock::now() + options_.read_time;
    request.stopping = &stopping_;
    const auto waiting = std::make_shared<Waiting>(context_, request.until);
    // Requests without a log-in are identified by their address.
    std::string client(request.header("cookie"));
    client += request.header("authorization");
    if (client.empty()) client = request.peer;
    const auto handle = [this, respond = respond_to(waiting), request = std::move(request)] {
      handle_(request, respond);
    };
    if (!slow) {
      workers_.add("", handle);
    } else if (!reads_.add(client, handle, options_.most_reads_waiting)) {
      co_return error_response(429, "too many of your requests are waiting: try again");
    }
    co_await waiting->wait();
    if (!waiting->response) co_return error_response(503, "this takes too long now: try again later");
    co_return std::move(*waiting->response);
  }

  static std::string peer_of(const Tcp::socket& socket) {
    boost::system::error_code error;
    const auto place = socket.remote_endpoint(error);
    return error ? "" : place.address().to_string();
  }
  static std::string peer_of(const Local::socket& /*socket*/) { return "socket"; }

  ServerOptions options_;
  Handle handle_;
  Streaming streaming_;
  Connections connections_;  ///< of the network thread, and the next
  UnreadAnswers unread_;
  std::atomic<bool> ending_ = false;
  std::atomic<bool> stopping_ = false;  ///< long reads are to give up
  std::atomic<int> open_requests_ = 0;
  std::uint16_t port_ = 0;
  std::optional<SocketPlace> socket_place_, control_place_;
  /// Ends what still goes on in it when it goes, which uses all of the above.
  asio::io_context context_{1};
  std::shared_ptr<Gate> gate_ = std::make_shared<Gate>(&context_);
  std::optional<Tcp::acceptor> tcp_;
  std::optional<Local::acceptor> local_, control_;
  Worker workers_, reads_;
  Worker disk_;  ///< writes what is streamed
  std::thread network_;
};

HttpServer::HttpServer(ServerOptions options) {
  try {
    core_ = std::make_unique<Core>(std::move(options));
  } catch (const boost::system::system_error& error) {
    throw as_standard(error);
  }
}

HttpServer::HttpServer(ServerOptions options, Handle handle, Streaming streaming)
    : HttpServer(std::move(options)) {
  serve(std::move(handle), std::move(streaming));
}

HttpServer::~HttpServer() = default;

void HttpServer::serve(Handle handle, Streaming streaming) {
  core_->serve(std::move(handle), std::move(streaming));
}

std::uint16_t HttpServer::port() const {
  return core_->port();
}

Response ask(const std::string& socket_path, const Request& request) {
  http::response_parser<http::string_body> parser;
  parser.body_limit(std::uint64_t{1} << 30);
  try {
    asio::io_context context;
    Local::socket socket(context);
    socket.connect(Local::endpoint(socket_path));
    http::request<http::string_body> message;
    message.method_string(request.method);
    message.target(request.target);
    message.version(11);
    message.set(http::field::host, "localhost");
    for (const auto& [name, value] : request.headers) message.set(name, value);
    message.body() = request.body;
    message.prepare_payload();
    http::write(socket, message);
    beast::flat_buffer buffer;
    http::read(socket, buffer, parser);
  } catch (const boost::system::system_error& error) {
    throw as_standard(error);
  }
  Response out;
  out.status = static_cast<int>(parser.get().result_int());
  out.body = parser.get().body();
  return out;
}

}  // namespace fovea::assess
