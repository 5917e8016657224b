// The one thread that writes to a store.
//
// Jobs come from any thread; those with one key are done in their order, and keys take turns, so that nobody waits for all that one
// account has sent. Those that wait together share one transaction and one sync of the disk (group commit): with many assessors a save
// costs a fraction of a sync, and none is answered before it is on the disk. A transaction takes no further job after a while.
// A job that throws is undone by itself and leaves the others alone; when the disk fails, all jobs of the transaction fail.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>

#include "assess/fair_queue.h"
#include "assess/store.h"
#include "assess/store_place.h"

namespace fovea::assess {

class StoreWriter {
 public:
  /// Opens the store for itself. Throws StoreError.
  explicit StoreWriter(const std::string& path);
  StoreWriter(const StoreWriter&) = delete;
  StoreWriter& operator=(const StoreWriter&) = delete;
  /// Waits until all jobs are done.
  ~StoreWriter();

  /// Runs `job` in a transaction. `then` is called, on the writer's thread, with what it returned when that is on the disk,
  /// or with what it, or the transaction, threw. It must be short and throw nothing.
  /// `key`: who takes turns.
  template <class Job, class Then>
  void submit(Job job, Then then, const std::string& key = {}) {
    using Result = std::invoke_result_t<Job, Store&>;
    auto result = std::make_shared<std::optional<Result>>();
    enqueue({[result, job = std::move(job)](Store& store) mutable { *result = job(store); },
             [result, then](const std::exception_ptr& error) mutable { then(std::move(*result), error); }},
            key);
  }
  /// The same, to be waited for.
  template <class Job>
  std::future<std::invoke_result_t<Job, Store&>> submit(Job job) {
    using Result = std::invoke_result_t<Job, Store&>;
    auto promise = std::make_shared<std::promise<Result>>();
    submit(std::move(job), [promise](std::optional<Result> result, const std::exception_ptr& error) {
      error ? promise->set_exception(error) : promise->set_value(std::move(*result));
    });
    return promise->get_future();
  }

  /// Jobs that share a transaction at most.
  static constexpr std::size_t kMostJobs = 256;
  /// The WAL is checkpointed when the writer is idle, and while it works when it is longer than this.
  static constexpr std::size_t kLongestWal = std::size_t{64} << 20;

  std::size_t transactions() const { return transactions_; }

 private:
  struct Job {
    std::function<void(Store&)> run;
    /// With nothing when all went well.
    std::function<void(const std::exception_ptr&)> end;
  };

  void enqueue(Job job, const std::string& key);
  std::optional<Job> next_job();
  void work();
  void do_together();
  void checkpoint();

  Store store_;
  std::mutex mutex_;
  std::condition_variable arrived_;
  FairQueue<Job> waiting_;
  bool ending_ = false;
  std::atomic<std::size_t> transactions_ = 0;
  int wal_pages_ = 0;
  std::thread thread_;  ///< last: it uses all of the above
};

}  // namespace fovea::assess
