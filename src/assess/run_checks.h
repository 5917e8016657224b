// Checks submissions as they come in: what `fovea check` says of each, in a process of its own with limits, two at once.
//
// A submission that is on record and not checked yet is checked sooner or later: in its turn, or when the server starts again.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "assess/limited_child.h"
#include "assess/submission_files.h"
#include "assess/submissions.h"
#include "assess/writer.h"

namespace fovea::assess {

/// What the checker is asked.
struct CheckCommand {
  const Task* task = nullptr;
  std::optional<std::uint64_t> most_results;  ///< per topic, where that is limited
  std::string collection;                     ///< empty for none
  std::vector<std::string> topics;            ///< files; empty when any topic may be answered
  std::string file;                           ///< in the folder that it runs in
  bool all_faults = false;  ///< as text on standard error; else the verdict as JSON on standard output
  std::string repaired;     ///< where the repaired run goes; empty when none is wanted
};

/// What runs are checked by.
struct CheckPlan {
  /// The words that start the checker: this program, whose options the library does not know.
  std::function<std::vector<std::string>(const CheckCommand&)> words;
  std::string collection;                          ///< empty for none
  std::vector<std::string> topics;                 ///< files; empty when any topic may be answered
  std::optional<std::uint64_t> most_results = {};  ///< per topic, whatever the task says
  ChildLimits limits = {};
};

/// What was found: an object with `topics`, `results`, `kinds` and so on, `faults` (the first 50), `errors` in all, and where the run can be
/// repaired `repaired` with the number of changes.
struct Verdict {
  bool accepted = false;
  std::string json = "{}";
};
/// Checks a file; where it is refused, writes all faults and the repaired run beside it.
Verdict check_submission(const Submission& submission, const SubmissionFiles& files, const CheckPlan& plan);

class RunChecks {
 public:
  /// The writer must outlive it. What waits to be checked in the store is. Made before the first upload can begin: what a server that was
  /// killed left of uploads goes.
  RunChecks(std::string store, StoreWriter& writer, CheckPlan plan, std::function<std::int64_t()> now_ms);
  RunChecks(const RunChecks&) = delete;
  RunChecks& operator=(const RunChecks&) = delete;
  ~RunChecks();
  /// Ends what has begun; what is enqueued from then on waits for the next server. Before the writer goes, whose last answers enqueue.
  void stop();

  /// Called once, from another thread: when the check is done, or after `longest`, whatever comes first.
  using Done = std::function<void()>;
  void enqueue(std::int64_t id, Done done = {}, std::chrono::milliseconds longest = kLongestWait);
  /// Waits until nothing is left to check: for tests.
  void settle();

  static constexpr std::chrono::seconds kLongestWait{50};
  static constexpr int kAtOnce = 2;

 private:
  struct Waiting {
    std::int64_t id;
    Done done;
    std::chrono::steady_clock::time_point until;
  };
  void work();
  void herald();
  void check(Store& reader, std::int64_t id);
  /// With the topics that were chosen, where the track file names none.
  CheckPlan plan_for(Store& reader, const SubmissionFiles& files) const;

  std::string store_;
  StoreWriter& writer_;
  CheckPlan plan_;
  std::function<std::int64_t()> now_ms_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::int64_t> queue_;
  std::set<std::int64_t> checking_;
  std::vector<Waiting> waiting_;
  std::atomic<bool> ending_ = false;
  std::vector<std::thread> threads_;  ///< last: they use all of the above
};

}  // namespace fovea::assess
