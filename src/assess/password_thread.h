// The one thread that computes hashes of passwords: each takes a tenth of a second of a core and 64 MB, which saves must not wait for.
//
// Its queue is fair by network: whoever sends many log-ins waits for the own ones. Networks that somebody has logged in from before
// go first, and have room in a full queue. Beyond its end log-ins are refused, so that it cannot grow. The thread has a low priority.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>

namespace fovea::assess {

class PasswordThread {
 public:
  /// `most` waiting together, and half of them of one network.
  explicit PasswordThread(std::size_t most) : most_(most), thread_([this] { work(); }) {}
  PasswordThread(const PasswordThread&) = delete;
  PasswordThread& operator=(const PasswordThread&) = delete;
  ~PasswordThread() { stop(); }

  /// Does `work` on the thread, `after` that time at the earliest. False when the queue is full, or the thread has ended. `work` is
  /// told whether it may compute something: not when the thread ends. It throws nothing.
  bool add(const std::string& network, std::chrono::milliseconds after, std::function<void(bool)> work);
  /// Somebody has logged in from there.
  void trust(const std::string& network);
  /// What waits is answered at once.
  void stop();

 private:
  using Clock = std::chrono::steady_clock;
  struct Job {
    std::string network;
    Clock::time_point due;
    std::function<void(bool)> work;
  };
  using Jobs = std::list<Job>;
  static constexpr std::size_t kMostNetworks = 10'000;

  void work();
  /// The job whose turn it is; the end when none is due.
  Jobs::iterator next(Clock::time_point now);
  /// Takes out the job that can wait best, for one that should not: one that is held, or any of a network that nobody knows.
  bool make_room(bool trusted, Jobs& refused);

  std::size_t most_;
  std::mutex mutex_;
  std::condition_variable arrived_;
  Jobs waiting_;                                 ///< in the order they came
  std::map<std::string, std::uint64_t> served_;  ///< by network, when its last turn was
  std::uint64_t turns_ = 0;
  std::set<std::string> trusted_;
  bool ending_ = false;
  std::thread thread_;  ///< last: it uses all of the above
};

}  // namespace fovea::assess
