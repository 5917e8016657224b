#include "assess/worker.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace fovea::assess {

Worker::Worker(Options options) : options_(std::move(options)) {
  for (std::size_t i = 0; i < options_.threads; ++i) threads_.emplace_back([this] { work(); });
}

bool Worker::add(const std::string& key, Job job, std::size_t most) {
  {
    const std::scoped_lock lock(mutex_);
    if (stopping_ || queue_.size_of(key) >= most) return false;
    queue_.push(key, std::move(job));
  }
  changed_.notify_all();
  return true;
}

void Worker::add_after(std::chrono::milliseconds time, const std::string& key, Job job) {
  {
    const std::scoped_lock lock(mutex_);
    if (stopping_) return;
    later_.emplace(std::chrono::steady_clock::now() + time, std::pair(key, std::move(job)));
  }
  changed_.notify_all();
}

void Worker::settle() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return queue_.empty() && running_.empty(); });
}

void Worker::stop() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
    queue_.clear();
    later_.clear();
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

void Worker::work() {
  // On Linux a priority is a thread's own; where that fails, saves are only a little slower.
  if (options_.niceness != 0) ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), options_.niceness);
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    const auto now = std::chrono::steady_clock::now();
    for (; !later_.empty() && later_.begin()->first <= now; later_.erase(later_.begin()))
      queue_.push(later_.begin()->second.first, std::move(later_.begin()->second.second));
    std::string key;
    auto job = queue_.pop([&](const std::string& next) {
      key = next;
      return !(options_.one_per_key && running_.contains(next)) && (!options_.ready || options_.ready(next));
    });
    if (!job) {
      // What becomes ready by itself is not announced.
      constexpr std::chrono::seconds kLookAgain{1};
      const auto next = later_.empty() ? now + kLookAgain : std::min(now + kLookAgain, later_.begin()->first);
      queue_.empty() && later_.empty() ? changed_.wait(lock) : void(changed_.wait_until(lock, next));
      continue;
    }
    ++running_[key];
    lock.unlock();
    (*job)();
    job.reset();
    lock.lock();
    if (--running_[key] == 0) running_.erase(key);
    changed_.notify_all();
  }
}

}  // namespace fovea::assess
