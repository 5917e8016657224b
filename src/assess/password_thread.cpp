#include "assess/password_thread.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace fovea::assess {

namespace {

constexpr int kLowPriority = 10;

}  // namespace

bool PasswordThread::make_room(bool trusted, Jobs& refused) {
  const auto now = Clock::now();
  auto victim = waiting_.end();
  for (auto at = waiting_.begin(); at != waiting_.end(); ++at) {
    if (trusted_.contains(at->network) || (at->due <= now && !trusted)) continue;
    if (victim == waiting_.end() || at->due >= victim->due) victim = at;
  }
  if (victim == waiting_.end()) return false;
  refused.splice(refused.end(), waiting_, victim);
  return true;
}

bool PasswordThread::add(const std::string& network, std::chrono::milliseconds after,
                         std::function<void(bool)> work) {
  Jobs refused;
  bool added = false;
  {
    const std::scoped_lock lock(mutex_);
    const bool trusted = trusted_.contains(network);
    const auto own = static_cast<std::size_t>(std::ranges::count(waiting_, network, &Job::network));
    added = !ending_ && own < std::max<std::size_t>(1, most_ / 2) &&
            (waiting_.size() < most_ || ((trusted || after.count() == 0) && make_room(trusted, refused)));
    if (added) waiting_.push_back({network, Clock::now() + after, std::move(work)});
  }
  arrived_.notify_one();
  for (const Job& job : refused) job.work(false);
  return added;
}

void PasswordThread::trust(const std::string& network) {
  const std::scoped_lock lock(mutex_);
  if (trusted_.size() >= kMostNetworks) trusted_.clear();
  trusted_.insert(network);
}

PasswordThread::Jobs::iterator PasswordThread::next(Clock::time_point now) {
  const auto rank = [this](const Job& job) {
    const auto served = served_.find(job.network);
    return std::tuple(!trusted_.contains(job.network), served == served_.end() ? 0 : served->second);
  };
  auto chosen = waiting_.end();
  for (auto at = waiting_.begin(); at != waiting_.end(); ++at) {
    if (at->due <= now && (chosen == waiting_.end() || rank(*at) < rank(*chosen))) chosen = at;
  }
  return chosen;
}

void PasswordThread::work() {
  // Threads have priorities of their own on Linux; where that fails, saves are only a little slower.
  ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), kLowPriority);
  std::unique_lock lock(mutex_);
  while (!ending_) {
    const auto turn = next(Clock::now());
    if (turn == waiting_.end()) {
      if (waiting_.empty()) {
        arrived_.wait(lock);
      } else {
        arrived_.wait_until(lock, std::ranges::min(waiting_, {}, &Job::due).due);
      }
      continue;
    }
    Jobs job;
    job.splice(job.end(), waiting_, turn);
    if (served_.size() >= kMostNetworks) served_.clear();
    served_[job.front().network] = ++turns_;
    lock.unlock();
    job.front().work(true);
    job.clear();
    lock.lock();
  }
}

void PasswordThread::stop() {
  {
    const std::scoped_lock lock(mutex_);
    ending_ = true;
  }
  arrived_.notify_one();
  if (thread_.joinable()) thread_.join();
  for (const Job& job : std::exchange(waiting_, {})) job.work(false);
}

}  // namespace fovea::assess
