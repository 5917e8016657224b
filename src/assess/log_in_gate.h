// How long a log-in waits: the more wrong ones there were, with the same name, from the same address or from its network, the longer.
//
// Nobody is locked out. A log-in that has to wait is held and then checked, so that guesses of others delay the right password by
// `log_in_wait_seconds` at most and never refuse it. Each wrong log-in beyond those that are free doubles the wait, from one second on;
// a minute without one halves it. Log-ins that are right count nothing: any number of people can share an address.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assess/limits.h"

namespace fovea::assess {

/// The network of an address, for limits: the first 64 bits of IPv6, of which a single household or machine has all the rest; IPv4
/// as it is. What is no address is its own network.
std::string network_of(std::string_view address);

struct LogInLimits {
  /// Wrong log-ins that cost no wait.
  std::uint64_t per_name = 5, per_address = 30, per_network = 60;
  std::uint64_t wait_seconds = 16;
  std::uint64_t queue = 512;  ///< log-ins that wait together
};

LogInLimits log_in_limits(const Limits& limits);

class LogInGate {
 public:
  explicit LogInGate(const LogInLimits& limits) : limits_(limits) {}

  /// How many milliseconds this log-in waits. It counts as one with the name until told() is called, so that guesses that are made
  /// at the same time are no cheaper than others.
  std::int64_t wait(const std::string& name, const std::string& address, std::int64_t now_ms);
  /// What came of it: a right one clears the name; nothing for one that was not checked.
  void told(const std::string& name, const std::string& address, std::optional<bool> right,
            std::int64_t now_ms);

 private:
  struct Tries {
    double wrong = 0;
    std::uint64_t under_way = 0;
    std::int64_t at_ms = 0;
    std::uint64_t free = 0;
  };
  static constexpr std::size_t kMostKeys = 20'000;

  std::vector<Tries*> tries_of(const std::string& name, const std::string& address, std::int64_t now_ms);
  void forget_old(std::int64_t now_ms);

  LogInLimits limits_;
  std::mutex mutex_;
  std::map<std::string, Tries> tries_;  ///< by kind and value
};

}  // namespace fovea::assess
