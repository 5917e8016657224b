// A client that knows nothing of HTTP: it sends the bytes it is told to, and reads what comes.
#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace fovea::assess {

class RawClient {
 public:
  explicit RawClient(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_port = htons(port);
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::connect(socket_, reinterpret_cast<const sockaddr*>(&place), sizeof place), 0);
  }
  RawClient(RawClient&& other) noexcept : socket_(std::exchange(other.socket_, -1)) {}
  ~RawClient() {
    if (socket_ >= 0) ::close(socket_);
  }

  /// Whether all of it was taken.
  bool send(std::string_view bytes) {
    return ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size());
  }
  /// Until the server closes, or until `end` was seen.
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
  /// So many bytes at most, whatever has come.
  std::string read_some(std::size_t most) {
    std::string out(most, '\0');
    const ssize_t got = ::recv(socket_, out.data(), out.size(), 0);
    out.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return out;
  }

  /// The next response with its header, of those that come one behind the other; empty when the server has closed.
  std::string read_response() {
    std::array<char, 4096> buffer{};
    for (;;) {
      const std::size_t head = read_.find("\r\n\r\n");
      const std::size_t length = read_.find("Content-Length: ");
      if (head != std::string::npos && length < head) {
        const std::size_t whole = head + 4 + std::stoul(read_.substr(length + 16));
        if (read_.size() >= whole) {
          std::string out = read_.substr(0, whole);
          read_.erase(0, whole);
          return out;
        }
      }
      const ssize_t got = ::recv(socket_, buffer.data(), buffer.size(), 0);
      if (got <= 0) return "";
      read_.append(buffer.data(), static_cast<std::size_t>(got));
    }
  }

 private:
  int socket_;
  std::string read_;
};

}  // namespace fovea::assess
