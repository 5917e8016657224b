// Threads for requests that only read, and may take long: saves never wait for them.
//
// Clients take turns, and each may have a limited number of requests waiting. The threads run behind those that save (a lower priority for the
// scheduler).
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "assess/fair_queue.h"

namespace fovea::assess {

class ReadThreads {
 public:
  using Job = std::function<void()>;

  ReadThreads(std::size_t threads, std::size_t most_waiting);
  ReadThreads(const ReadThreads&) = delete;
  ReadThreads& operator=(const ReadThreads&) = delete;
  ~ReadThreads();

  /// False when the client has too many requests waiting. A job must not throw.
  bool post(const std::string& client, Job job);
  /// Forgets what waits, and waits for what has begun.
  void stop();

 private:
  void work();

  std::size_t most_waiting_;
  std::mutex mutex_;
  std::condition_variable arrived_;
  FairQueue<Job> queue_;
  bool ending_ = false;
  std::vector<std::thread> threads_;  ///< last: they use all of the above
};

}  // namespace fovea::assess
