// All that knows Boost stands here.
#include "assess/http_server.h"

#include <sys/stat.h>
#include <unistd.h>

#include <utility>
// Debian's Boost 1.74 uses std::exchange without <utility>, which therefore stands above.
#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <chrono>
#include <list>
#include <optional>
#include <system_error>
#include <thread>

namespace fovea::assess {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using Tcp = asio::ip::tcp;
using Local = asio::local::stream_protocol;
using std::chrono::steady_clock;

constexpr std::size_t kHeaderLimit = 8 * 1024;
constexpr std::size_t kBodyLimit = 64 * 1024;
constexpr std::chrono::seconds kFarewell{5};
constexpr int kWorkers = 2;

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

Request request_of(const http::request<http::string_body>& message) {
  Request out;
  out.method = std::string(message.method_string());
  out.target = std::string(message.target());
  out.body = message.body();
  for (const auto& field : message)
    out.headers[lower(std::string(field.name_string()))] = std::string(field.value());
  return out;
}

http::response<http::string_body> message_of(Response response, bool keep_alive) {
  http::response<http::string_body> out(static_cast<http::status>(response.status), 11);
  out.set(http::field::content_type, response.type);
  for (const auto& [name, value] : response.headers) out.insert(name, value);
  out.body() = std::move(response.body);
  out.keep_alive(keep_alive);
  out.prepare_payload();
  return out;
}

}  // namespace

class HttpServer::Core {
 public:
  Core(ServerOptions options, Handle handle)
      : options_(std::move(options)), handle_(std::move(handle)), workers_(kWorkers) {
    if (options_.socket.empty()) {
      const Tcp::endpoint place(asio::ip::make_address(options_.address), options_.port);
      tcp_.emplace(context_, place);
      port_ = tcp_->local_endpoint().port();
      asio::co_spawn(context_, accept(*tcp_, false), asio::detached);
    } else {
      ::unlink(options_.socket.c_str());
      local_.emplace(context_, Local::endpoint(options_.socket));
      asio::co_spawn(context_, accept(*local_, false), asio::detached);
    }
    if (!options_.control_socket.empty()) {
      ::unlink(options_.control_socket.c_str());
      // Only the owner may connect: the file gets no rights for others before anybody can listen.
      const mode_t before = ::umask(0077);
      control_.emplace(context_, Local::endpoint(options_.control_socket));
      ::umask(before);
      asio::co_spawn(context_, accept(*control_, true), asio::detached);
    }
    network_ = std::thread([this] { context_.run(); });
  }

  ~Core() {
    asio::post(context_, [this] { stop_listening(); });
    const auto end = steady_clock::now() + kFarewell;
    while (steady_clock::now() < end && open_requests_ > 0)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    context_.stop();
    network_.join();
    workers_.join();
    if (!options_.socket.empty()) ::unlink(options_.socket.c_str());
    if (!options_.control_socket.empty()) ::unlink(options_.control_socket.c_str());
  }

  std::uint16_t port() const { return port_; }

 private:
  /// A connection as the server sees it from outside: it can be ended.
  struct Connection {
    std::function<void()> close;
    bool answered = false;
  };
  using Connections = std::list<Connection>;

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
      make_room();
      asio::co_spawn(context_, serve(std::move(socket), local), asio::detached);
    }
  }

  /// At the cap, who has waited longest without an answer goes; who was answered once goes only when all were.
  void make_room() {
    if (connections_.size() < options_.most_connections) return;
    auto victim = connections_.begin();
    for (auto at = connections_.begin(); at != connections_.end(); ++at) {
      if (!at->answered) {
        victim = at;
        break;
      }
    }
    victim->close();
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
    const auto place = connections_.insert(connections_.end(), Connection{close});
    // Whatever is waited for ends when the timer does: it closes the socket.
    asio::steady_timer deadline(context_);
    const auto within = [&](std::chrono::milliseconds time) {
      deadline.expires_after(time);
      deadline.async_wait([close](const boost::system::error_code& error) {
        if (!error) close();
      });
    };
    beast::flat_buffer buffer(kHeaderLimit + kBodyLimit);
    boost::system::error_code error;
    for (bool first = true; !error && !ending_; first = false) {
      http::request_parser<http::string_body> parser;
      parser.header_limit(kHeaderLimit);
      parser.body_limit(kBodyLimit);
      within(first ? options_.header_time : options_.idle_time);
      co_await http::async_read_header(socket, buffer, parser,
                                       asio::redirect_error(asio::use_awaitable, error));
      if (!error) {
        within(options_.body_time);
        co_await http::async_read(socket, buffer, parser, asio::redirect_error(asio::use_awaitable, error));
      }
      if (error == http::error::body_limit || error == http::error::header_limit ||
          error == http::error::buffer_overflow) {
        within(options_.response_time);
        auto refusal = message_of(error_response(413, "the request is too large"), false);
        boost::system::error_code ignored;
        co_await http::async_write(socket, refusal, asio::redirect_error(asio::use_awaitable, ignored));
      }
      if (error) break;
      const bool keep_alive = parser.get().keep_alive();
      Request request = request_of(parser.get());
      request.local = local;
      request.peer = options_.proxy && !request.header("x-forwarded-for").empty()
                         ? std::string(request.header("x-forwarded-for"))
                         : peer;
      within(options_.response_time);
      Response answer = co_await answer_to(std::move(request));
      auto message = message_of(std::move(answer), keep_alive);
      co_await http::async_write(socket, message, asio::redirect_error(asio::use_awaitable, error));
      place->answered = true;
      if (!keep_alive) break;
    }
    deadline.cancel();
    connections_.erase(place);
    boost::system::error_code ignored;
    socket.shutdown(Socket::shutdown_both, ignored);
  }

  /// Lets a worker handle it and waits, without holding up the network thread.
  asio::awaitable<Response> answer_to(Request request) {
    struct Waiting {
      explicit Waiting(asio::io_context& context) : done(context, steady_clock::time_point::max()) {}
      asio::steady_timer done;
      Response response;
    };
    ++open_requests_;
    auto waiting = std::make_shared<Waiting>(context_);
    asio::post(workers_, [this, waiting, request = std::move(request)] {
      // An answer may come from the writer when this is gone: it keeps what it needs.
      handle_(request, [context = shared_context_, waiting](Response response) {
        asio::post(*context, [waiting, response = std::move(response)]() mutable {
          waiting->response = std::move(response);
          waiting->done.cancel();
        });
      });
    });
    boost::system::error_code cancelled;
    co_await waiting->done.async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
    --open_requests_;
    co_return std::move(waiting->response);
  }

  static std::string peer_of(const Tcp::socket& socket) {
    boost::system::error_code error;
    const auto place = socket.remote_endpoint(error);
    return error ? "" : place.address().to_string();
  }
  static std::string peer_of(const Local::socket& /*socket*/) { return "socket"; }

  ServerOptions options_;
  Handle handle_;
  std::shared_ptr<asio::io_context> shared_context_ = std::make_shared<asio::io_context>(1);
  asio::io_context& context_ = *shared_context_;
  asio::thread_pool workers_;
  std::optional<Tcp::acceptor> tcp_;
  std::optional<Local::acceptor> local_, control_;
  std::uint16_t port_ = 0;
  Connections connections_;  ///< of the network thread
  std::atomic<bool> ending_ = false;
  std::atomic<int> open_requests_ = 0;
  std::thread network_;
};

HttpServer::HttpServer(ServerOptions options, Handle handle) {
  try {
    core_ = std::make_unique<Core>(std::move(options), std::move(handle));
  } catch (const boost::system::system_error& error) {
    throw as_standard(error);
  }
}

HttpServer::~HttpServer() = default;

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
