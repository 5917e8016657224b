// Checks submissions as they come in: what `fovea check` says of each, in a process of its own with limits, two at once.
//
// Groups take turns, and have one run checked at a time. The processor time of a group's checks is counted; who has used that of an hour
// waits until some of it has come back.
//
// A submission that is on record and not checked yet is checked sooner or later: in its turn, or when the server starts again.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "assess/limited_child.h"
#include "assess/limiter.h"
#include "assess/limits.h"
#include "assess/submission_files.h"
#include "assess/submissions.h"
#include "assess/upload.h"
#include "assess/worker.h"
#include "assess/writer.h"

namespace fovea::assess {

/// What the checker is asked.
struct CheckCommand {
  const Task* task = nullptr;
  std::optional<std::uint64_t> most_results;  ///< per topic, where that is limited
  std::string result;                         ///< what it is declared to return; empty when nothing is
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
  bool short_of_disk = false;  ///< files are limited further, by what the disk has left
  Limits granted = {};
  /// What the group may still keep, for faults and the repaired run; not limited where it is empty. Asked when one of them is written.
  std::function<GroupQuota::Hold&()> room = {};
};
/// What one check may take.
ChildLimits check_limits(const Limits& limits);

/// What was found: an object with `topics`, `results`, `kinds` and so on, `faults` (the first 50), `errors` in all, and where the run can be
/// repaired `repaired` with the number of changes.
struct Verdict {
  bool accepted = false;
  std::string json = "{}";
  std::chrono::milliseconds processor{};  ///< that it took to find out
};
/// Checks a file; stops when it is no run at all; where it is refused, writes all faults and the repaired run beside it.
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
  void enqueue(std::int64_t id, const std::string& group, Done done = {},
               std::chrono::milliseconds longest = kLongestWait);
  /// Whether a group has a second of processor time left in this hour.
  bool has_time(const std::string& group) { return time_.left(group, now_ms_()) >= 1; }
  GroupQuota& quota() { return *quota_; }
  /// Waits until nothing is left to check: for tests.
  void settle() { worker_.settle(); }

  static constexpr std::chrono::seconds kLongestWait{50};
  static constexpr int kAtOnce = 2;

 private:
  void add(std::int64_t id, const std::string& group);
  /// Calls back whoever waits for this check, unless that was done.
  void answer(std::int64_t id);
  void check(Store& reader, const Submission& known);
  /// With the topics that were chosen, where the track file names none.
  CheckPlan plan_for(Store& reader, const SubmissionFiles& files) const;

  std::string store_;
  StoreWriter& writer_;
  CheckPlan plan_;
  std::function<std::int64_t()> now_ms_;
  Limiter time_;  ///< seconds of processor time, by group
  /// Shared with uploads, which may end when this is gone.
  std::shared_ptr<GroupQuota> quota_;
  std::mutex mutex_;
  std::multimap<std::int64_t, Done> waiting_;  ///< by the check
  Worker late_;                                ///< answers those who have waited as long as they may
  Worker worker_;                              ///< by group; last: it uses all of the above
};

}  // namespace fovea::assess
