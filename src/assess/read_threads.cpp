#include "assess/read_threads.h"

#include <sys/resource.h>
#include <unistd.h>

#include <utility>

namespace fovea::assess {

ReadThreads::ReadThreads(std::size_t threads, std::size_t most_waiting) : most_waiting_(most_waiting) {
  for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

ReadThreads::~ReadThreads() {
  stop();
}

bool ReadThreads::post(const std::string& client, Job job) {
  {
    const std::scoped_lock lock(mutex_);
    if (ending_ || queue_.size_of(client) >= most_waiting_) return false;
    queue_.push(client, std::move(job));
  }
  arrived_.notify_one();
  return true;
}

void ReadThreads::stop() {
  {
    const std::scoped_lock lock(mutex_);
    ending_ = true;
    queue_.clear();
  }
  arrived_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

void ReadThreads::work() {
  // On Linux a priority is a thread's own.
  constexpr int kBehindSaves = 5;
  ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), kBehindSaves);
  for (;;) {
    Job job;
    {
      std::unique_lock lock(mutex_);
      arrived_.wait(lock, [this] { return ending_ || !queue_.empty(); });
      if (ending_) return;
      job = *queue_.pop();
    }
    job();
  }
}

}  // namespace fovea::assess
