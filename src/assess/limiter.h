// How often somebody may do something: a bucket of tokens per key, filled at a steady rate.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>

namespace fovea::assess {

class Limiter {
 public:
  /// `burst` at once, and `per_second` in the long run.
  Limiter(double per_second, double burst) : per_second_(per_second), burst_(burst) {}

  /// Whether `count` more are allowed now; if so they are counted. A clock that jumps back fills nothing.
  bool allow(const std::string& key, std::int64_t now_ms, double count = 1) {
    const std::scoped_lock lock(mutex_);
    if (buckets_.size() > kMostKeys) forget_full(now_ms);
    const auto [place, fresh] = buckets_.try_emplace(key, Bucket{burst_, now_ms});
    Bucket& bucket = place->second;
    refill(bucket, now_ms);
    if (bucket.tokens < count) return false;
    bucket.tokens -= count;
    return true;
  }

  /// How many are allowed now. For what is counted when it is over: then spend() may take more than there is.
  double left(const std::string& key, std::int64_t now_ms) {
    const std::scoped_lock lock(mutex_);
    const auto found = buckets_.find(key);
    if (found == buckets_.end()) return burst_;
    refill(found->second, now_ms);
    return found->second.tokens;
  }
  void spend(const std::string& key, std::int64_t now_ms, double count) {
    const std::scoped_lock lock(mutex_);
    Bucket& bucket = buckets_.try_emplace(key, Bucket{burst_, now_ms}).first->second;
    refill(bucket, now_ms);
    bucket.tokens -= count;
  }

 private:
  struct Bucket {
    double tokens;
    std::int64_t at_ms;
  };
  static constexpr std::size_t kMostKeys = 10'000;

  void refill(Bucket& bucket, std::int64_t now_ms) const {
    if (now_ms > bucket.at_ms) {
      const double gained = static_cast<double>(now_ms - bucket.at_ms) / 1000 * per_second_;
      bucket.tokens = bucket.tokens + gained < burst_ ? bucket.tokens + gained : burst_;
    }
    bucket.at_ms = now_ms;
  }
  void forget_full(std::int64_t now_ms) {
    for (auto at = buckets_.begin(); at != buckets_.end();) {
      refill(at->second, now_ms);
      at = at->second.tokens >= burst_ ? buckets_.erase(at) : std::next(at);
    }
  }

  double per_second_;
  double burst_;
  std::mutex mutex_;
  std::map<std::string, Bucket> buckets_;
};

}  // namespace fovea::assess
