// Threads that work off a queue: whatever goes on in the server beside requests and saves.
//
//     Worker worker;
//     worker.add(topic, [this, topic] { score(topic); }, 1);   // unless it waits already
//     worker.stop();
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "assess/fair_queue.h"

namespace fovea::assess {

class Worker {
 public:
  static constexpr int kAfterSaves = 5;  ///< niceness of what saves should not wait for
  struct Options {
    std::size_t threads = 1;
    int niceness = 0;
    /// Whether the next job with this key may begin; asked again every second while something waits. Always, where it is empty.
    std::function<bool(const std::string& key)> ready = {};
    bool one_per_key = false;  ///< jobs with the same key never run at the same time
  };
  /// Must not throw.
  using Job = std::function<void()>;

  Worker() : Worker(Options()) {}
  explicit Worker(Options options);
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker() { stop(); }

  /// Keys take turns. False when `most` jobs with the key wait already, or the worker was stopped.
  bool add(const std::string& key, Job job, std::size_t most = SIZE_MAX);
  /// The same, after that time.
  void add_after(std::chrono::milliseconds time, const std::string& key, Job job);
  /// Waits until nothing waits and nothing runs: for tests and commands.
  void settle();
  /// Forgets what waits, and waits for what has begun, which may ask stopping().
  void stop();
  const std::atomic<bool>& stopping() const { return stopping_; }

 private:
  void work();

  Options options_;
  std::mutex mutex_;
  std::condition_variable changed_;
  FairQueue<Job> queue_;
  std::multimap<std::chrono::steady_clock::time_point, std::pair<std::string, Job>> later_;
  std::map<std::string, std::size_t> running_;  ///< jobs by key
  std::atomic<bool> stopping_ = false;
  std::vector<std::thread> threads_;  ///< last: they use all of the above
};

}  // namespace fovea::assess
