#include "assess/writer.h"

#include <chrono>
#include <exception>
#include <vector>

namespace fovea::assess {

namespace {

constexpr std::chrono::milliseconds kIdle{500};
/// A transaction takes no further job after so long: those that came first are answered.
constexpr std::chrono::milliseconds kLongestTurn{20};

int count_wal_pages(void* pages, sqlite3* /*connection*/, const char* /*database*/, int count) {
  *static_cast<int*>(pages) = count;
  return SQLITE_OK;
}

}  // namespace

StoreWriter::StoreWriter(const std::string& path) : store_(Store::open(path, true)) {
  sqlite3_wal_hook(store_.database().connection(), count_wal_pages, &wal_pages_);
  thread_ = std::thread([this] { work(); });
}

StoreWriter::~StoreWriter() {
  {
    const std::scoped_lock lock(mutex_);
    ending_ = true;
  }
  arrived_.notify_one();
  thread_.join();
}

void StoreWriter::enqueue(Job job, const std::string& key) {
  {
    const std::scoped_lock lock(mutex_);
    waiting_.push(key, std::move(job));
  }
  arrived_.notify_one();
}

std::optional<StoreWriter::Job> StoreWriter::next_job() {
  const std::scoped_lock lock(mutex_);
  return waiting_.pop();
}

void StoreWriter::work() {
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      const auto called = [this] { return ending_ || !waiting_.empty(); };
      if (!arrived_.wait_for(lock, kIdle, called)) {
        lock.unlock();
        if (wal_pages_ > 0) checkpoint();
        continue;
      }
      if (waiting_.empty()) break;
    }
    do_together();
    constexpr std::size_t kPage = 4096;
    if (static_cast<std::size_t>(wal_pages_) * kPage > kLongestWal) checkpoint();
  }
  checkpoint();
}

void StoreWriter::do_together() {
  std::vector<Job> jobs;
  std::vector<std::exception_ptr> thrown;
  const auto end = std::chrono::steady_clock::now() + kLongestTurn;
  try {
    Database& database = store_.database();
    Transaction transaction(database);
    while (jobs.size() < kMostJobs && (jobs.empty() || std::chrono::steady_clock::now() < end)) {
      auto job = next_job();
      if (!job) break;
      jobs.push_back(std::move(*job));
      thrown.emplace_back();
      database.run("SAVEPOINT job");
      try {
        jobs.back().run(store_);
      } catch (const StoreError&) {
        throw;
      } catch (...) {
        thrown.back() = std::current_exception();
        database.run("ROLLBACK TO job");
      }
      database.run("RELEASE job");
    }
    transaction.commit();
    ++transactions_;
  } catch (...) {
    // A disk that fails before the first job has begun fails it, too.
    if (jobs.empty()) {
      if (auto job = next_job()) jobs.push_back(std::move(*job));
    }
    for (const Job& job : jobs) job.end(std::current_exception());
    return;
  }
  for (std::size_t i = 0; i < jobs.size(); ++i) jobs[i].end(thrown[i]);
}

void StoreWriter::checkpoint() {
  // Readers may hold on to old pages; what cannot be moved now is moved the next time.
  sqlite3_wal_checkpoint_v2(store_.database().connection(), nullptr, SQLITE_CHECKPOINT_PASSIVE, nullptr,
                            nullptr);
  wal_pages_ = 0;
}

}  // namespace fovea::assess
