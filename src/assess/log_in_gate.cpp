#include "assess/log_in_gate.h"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace fovea::assess {

namespace {

constexpr double kHalfLife = 60'000;  // milliseconds
constexpr double kFirstWait = 1000;

}  // namespace

LogInLimits log_in_limits(const Limits& limits) {
  return {.per_name = limits.log_ins_per_name,
          .per_address = limits.log_ins_per_address,
          .per_network = limits.log_ins_per_network,
          .wait_seconds = limits.log_in_wait_seconds,
          .queue = limits.log_ins_waiting};
}

std::string network_of(std::string_view address) {
  constexpr std::size_t kNetworkBytes = 8;
  constexpr std::array<unsigned char, 12> kMapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
  std::array<unsigned char, sizeof(in6_addr)> bytes{};
  std::string text(address);
  if (::inet_pton(AF_INET6, text.c_str(), bytes.data()) != 1) return text;
  std::array<char, INET6_ADDRSTRLEN> out{};
  if (std::equal(kMapped.begin(), kMapped.end(), bytes.begin()))
    return ::inet_ntop(AF_INET, bytes.data() + kMapped.size(), out.data(), out.size());
  std::fill(bytes.begin() + kNetworkBytes, bytes.end(), static_cast<unsigned char>(0));
  return std::string(::inet_ntop(AF_INET6, bytes.data(), out.data(), out.size())) + "/64";
}

std::vector<LogInGate::Tries*> LogInGate::tries_of(const std::string& name, const std::string& address,
                                                   std::int64_t now_ms) {
  if (tries_.size() > kMostKeys) forget_old(now_ms);
  std::vector<Tries*> out;
  const auto add = [&](const std::string& key, std::uint64_t free) {
    Tries& tries = tries_.try_emplace(key, Tries{0, 0, now_ms, free}).first->second;
    if (now_ms > tries.at_ms) {
      tries.wrong *= std::exp2(-static_cast<double>(now_ms - tries.at_ms) / kHalfLife);
      tries.at_ms = now_ms;
    }
    out.push_back(&tries);
  };
  add("name " + name, limits_.per_name);
  add("address " + address, limits_.per_address);
  if (const std::string network = network_of(address); network != address)
    add("network " + network, limits_.per_network);
  return out;
}

std::int64_t LogInGate::wait(const std::string& name, const std::string& address, std::int64_t now_ms) {
  const std::scoped_lock lock(mutex_);
  const auto tries = tries_of(name, address, now_ms);
  double longest = 0;
  for (const Tries* const each : tries) {
    const double beyond =
        each->wrong + static_cast<double>(each->under_way) - static_cast<double>(each->free) + 1;
    if (beyond > 0.5) longest = std::max(longest, kFirstWait * std::exp2(std::min(beyond - 1, 30.0)));
  }
  ++tries.front()->under_way;
  return static_cast<std::int64_t>(std::min(longest, static_cast<double>(limits_.wait_seconds) * 1000));
}

void LogInGate::told(const std::string& name, const std::string& address, std::optional<bool> right,
                     std::int64_t now_ms) {
  const std::scoped_lock lock(mutex_);
  const auto tries = tries_of(name, address, now_ms);
  Tries& of_name = *tries.front();
  if (of_name.under_way > 0) --of_name.under_way;
  if (right == true) {
    of_name.wrong = 0;
  } else if (right) {
    for (Tries* const each : tries) each->wrong += 1;
  }
}

/// What has no effect any more; when that is not enough, whatever nobody waits for: memory is bounded, whoever tries.
void LogInGate::forget_old(std::int64_t now_ms) {
  for (const double least : {0.5, 1e9}) {
    std::erase_if(tries_, [&](const auto& each) {
      const Tries& tries = each.second;
      const double left =
          tries.wrong *
          std::exp2(-static_cast<double>(std::max<std::int64_t>(0, now_ms - tries.at_ms)) / kHalfLife);
      return tries.under_way == 0 && left < least;
    });
    if (tries_.size() <= kMostKeys) return;
  }
}

}  // namespace fovea::assess
