#include "assess/run_checks.h"

#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "assess/selection.h"
#include "evaluate/track/run_keys.h"
#include "files/output_file.h"
#include "files/temporary.h"
#include "topics/topic_file.h"

namespace fovea::assess {

namespace {

namespace fs = std::filesystem;
using CheckJson = nlohmann::ordered_json;

constexpr double kSecondsPerHour = 3600;
constexpr int kExitFine = 0;
constexpr int kExitBadInput = 2;
constexpr int kExitBrokenRules = 3;

/// A folder in which the file has the name that its group knows it by, so that messages do, too.
class NamedLink {
 public:
  NamedLink(const std::string& file, const SubmissionFiles& files, const std::string& name)
      : folder_(Temporary::Kind::kFolder, files.folder() + "/check"), name_(name) {
    fs::create_symlink(fs::absolute(file), fs::path(folder_.path()) / name);
  }
  std::string folder() const { return folder_.path(); }
  const std::string& name() const { return name_; }

 private:
  Temporary folder_;
  std::string name_;
};

ChildWork check_of(const NamedLink& link, const TrackRun& run, const CheckPlan& plan,
                   CheckCommand command = {}) {
  command.task = run.task;
  if (const auto type = offered(*run_key_named("result"), run.result)) command.result = *type;
  command.most_results = plan.most_results;
  if (run.topk && (!command.most_results || *run.topk < *command.most_results))
    command.most_results = run.topk;
  if (!plan.collection.empty()) command.collection = fs::absolute(plan.collection).string();
  for (const std::string& file : plan.topics) command.topics.push_back(fs::absolute(file).string());
  command.file = link.name();
  ChildWork work;
  work.words = plan.words(command);
  work.folder = link.folder();
  // What is unpacked lies beside the store, and nowhere else.
  work.environment = {"TMPDIR=" + fs::absolute(link.folder()).string()};
  work.limits = plan.limits;
  return work;
}

/// Why nothing was found out; empty when something was.
std::string fault_of(const ChildOutcome& outcome, const CheckPlan& plan) {
  if (outcome.late || outcome.signal == SIGXCPU || outcome.signal == SIGKILL)
    return "checking it took too long";
  if (outcome.errors.find("File too large") != std::string::npos)
    return plan.short_of_disk ? "the server's disk is nearly full: send it again later"
                              : fmt::format("unpacked it has more than {} MB", plan.granted.unpacked_mb);
  if (outcome.errors.find("No space left") != std::string::npos)
    return "the server's disk is full: send it again later";
  if (outcome.exit == kExitFine || outcome.exit == kExitBadInput || outcome.exit == kExitBrokenRules) {
    if (!outcome.output.empty()) return {};
  }
  return "checking it needs more than a check is given: memory, time or files";
}

CheckJson fault_row(const std::string& message) {
  return {{"severity", "error"}, {"line", 0}, {"column", 0}, {"code", "submission"}, {"message", message}};
}

Verdict refused_because(const std::string& message) {
  return {false, CheckJson{{"errors", 1}, {"faults", CheckJson::array({fault_row(message)})}}.dump(
                     -1, ' ', false, CheckJson::error_handler_t::replace)};
}

/// The processes that check one submission: together they have the processor time of one.
class SubmissionCheck {
 public:
  SubmissionCheck(const Submission& submission, const TrackRun& run, const SubmissionFiles& files,
                  const CheckPlan& plan)
      : submission_(submission), run_(run), files_(files), plan_(plan) {}

  ChildOutcome run(ChildWork work) {
    constexpr std::chrono::seconds kLeast{1};
    work.limits.processor =
        std::max(kLeast, std::chrono::duration_cast<std::chrono::seconds>(plan_.limits.processor - used_));
    ChildOutcome outcome = run_limited(work);
    used_ += outcome.processor;
    return outcome;
  }
  bool has_time() const { return used_ < plan_.limits.processor; }
  std::chrono::milliseconds used() const { return used_; }

  /// All faults, as text.
  void list_faults(const NamedLink& link) {
    constexpr std::uint64_t kMostFaults = std::uint64_t{16} << 20;
    CheckCommand everything;
    everything.all_faults = true;
    ChildWork all = check_of(link, run_, plan_, everything);
    all.errors_to = files_.faults(submission_.key);
    const Room room(plan_, all.errors_to, std::min(all.limits.file, kMostFaults));
    all.limits.file = room.bytes();
    run(all);
  }

  /// Writes a repaired run, and looks whether it would be accepted. How many changes it took; nothing when it is not.
  std::optional<std::uint64_t> repair(const NamedLink& link) {
    const std::string target = files_.repaired(submission_.key);
    const auto changed = repair_to(target, link);
    std::error_code ignored;
    if (!changed) fs::remove(target, ignored);
    return changed;
  }

 private:
  /// What a file may have of the group's quota; what it has not needed goes back.
  class Room {
   public:
    Room(const CheckPlan& plan, std::string file, std::uint64_t most)
        : hold_(plan.room ? &plan.room() : nullptr),
          file_(std::move(file)),
          bytes_(hold_ == nullptr ? most : hold_->take_up_to(most)) {}
    Room(const Room&) = delete;
    Room& operator=(const Room&) = delete;
    ~Room() {
      std::error_code error;
      const std::uint64_t size = fs::file_size(file_, error);
      if (hold_ != nullptr) hold_->give_back(bytes_ - std::min(bytes_, error ? 0 : size));
    }
    std::uint64_t bytes() const { return bytes_; }

   private:
    GroupQuota::Hold* hold_;
    std::string file_;
    std::uint64_t bytes_;
  };

  std::optional<std::uint64_t> repair_to(const std::string& target, const NamedLink& link) {
    CheckCommand command;
    command.repaired = fs::absolute(target).string();
    ChildWork work = check_of(link, run_, plan_, command);
    const Room room(plan_, target, work.limits.file);
    work.limits.file = room.bytes();
    const ChildOutcome repaired = run(work);
    std::error_code ignored;
    const CheckJson changes = CheckJson::parse(repaired.output, nullptr, false);
    if (!fault_of(repaired, plan_).empty() || !changes.is_object() || !fs::exists(target, ignored) ||
        !has_time())
      return std::nullopt;
    const NamedLink again(target, files_, submission_.name);
    const ChildOutcome checked = run(check_of(again, run_, plan_));
    const CheckJson found = CheckJson::parse(checked.output, nullptr, false);
    const bool fine = checked.exit == kExitFine && found.is_object() && found.contains("run") &&
                      found["run"].value("results", 0) > 0;
    if (!fine) return std::nullopt;
    // Rows that could not be read at all are left out without being a change of their own.
    return changes.value("changed", std::uint64_t{0}) + changes.value("errors", std::uint64_t{0});
  }

  const Submission& submission_;
  const TrackRun& run_;
  const SubmissionFiles& files_;
  const CheckPlan& plan_;
  std::chrono::milliseconds used_{};
};

}  // namespace

ChildLimits check_limits(const Limits& limits) {
  ChildLimits out;
  out.memory = megabytes(limits.check_memory_mb);
  out.file = megabytes(limits.unpacked_mb);
  out.processor = std::chrono::seconds(limits.check_seconds);
  out.time = 2 * out.processor;  // others may have the processor
  return out;
}

Verdict check_submission(const Submission& submission, const SubmissionFiles& files, const CheckPlan& plan) {
  const TrackRun run = track_run_of(submission);
  if (run.task == nullptr) return refused_because("found no task that is known here");
  const NamedLink link(files.run(submission.key), files, submission.name);
  SubmissionCheck checker(submission, run, files, plan);
  const auto refused = [&checker](const std::string& message) {
    Verdict out = refused_because(message);
    out.processor = checker.used();
    return out;
  };
  const ChildOutcome outcome = checker.run(check_of(link, run, plan));
  if (const std::string fault = fault_of(outcome, plan); !fault.empty()) return refused(fault);
  const CheckJson found = CheckJson::parse(outcome.output, nullptr, false);
  if (!found.is_object()) return refused("checking it gave no answer");

  const bool is_run = found.contains("run");
  CheckJson verdict = is_run ? found["run"] : CheckJson::object();
  std::vector<CheckJson> faults;
  for (const char* const sort : {"faults", "breaches"}) {
    const CheckJson rows = found.value(sort, CheckJson::array());
    faults.insert(faults.end(), rows.begin(), rows.end());
  }
  std::uint64_t errors = found.value("errors", std::uint64_t{0}) + found.value("broken", std::uint64_t{0});
  if (outcome.exit == kExitFine && is_run) {
    if (found["run"].value("results", 0) == 0) {
      faults.push_back(fault_row("found no results in it, expected some"));
      ++errors;
    }
  } else if (errors == 0) {
    faults.push_back(fault_row("found something else, expected a run"));
    ++errors;
  }
  std::ranges::stable_sort(faults, {}, [](const CheckJson& each) { return each.value("line", 0); });
  constexpr std::size_t kShown = 50;
  const bool more = faults.size() > kShown || errors > faults.size();
  if (faults.size() > kShown) faults.resize(kShown);
  verdict["errors"] = errors;
  verdict["warnings"] = found.value("warnings", std::uint64_t{0});
  verdict["faults"] = faults;
  const bool accepted = errors == 0;
  // What is no run at all has no further faults, and cannot be repaired.
  if (!accepted && (is_run || more)) {
    if (checker.has_time()) checker.list_faults(link);
    const bool has_rows = is_run && found["run"].value("results", 0) > 0;
    const auto changed = has_rows && checker.has_time() ? checker.repair(link) : std::nullopt;
    if (changed) verdict["repaired"] = *changed;
  }
  return {accepted, verdict.dump(-1, ' ', false, CheckJson::error_handler_t::replace), checker.used()};
}

RunChecks::RunChecks(std::string store, StoreWriter& writer, CheckPlan plan,
                     std::function<std::int64_t()> now_ms)
    : store_(std::move(store)),
      writer_(writer),
      plan_(std::move(plan)),
      now_ms_(std::move(now_ms)),
      time_(static_cast<double>(plan_.granted.check_seconds_per_hour) / kSecondsPerHour,
            static_cast<double>(plan_.granted.check_seconds_per_hour)),
      quota_(std::make_shared<GroupQuota>(megabytes(plan_.granted.group_mb))),
      // One check of a group at a time leaves the other for the next group that comes.
      worker_({.threads = kAtOnce,
               .ready = [this](const std::string& group) { return has_time(group); },
               .one_per_key = true}) {
  plan_.limits.stop = &worker_.stopping();
  Store reader = Store::open(store_, false);
  const std::vector<Submission> all = submissions(reader);
  const SubmissionFiles files(store_);
  if (fs::exists(files.folder())) files.sweep(all, now_ms_(), SubmissionFiles::Arriving::kNone);
  for (const Submission& each : all) {
    if (each.state == SubmissionState::kChecking) add(each.id, each.group);
  }
}

RunChecks::~RunChecks() {
  stop();
}

void RunChecks::stop() {
  worker_.stop();
  late_.stop();
  // Who still waits learns that the run is not checked yet.
  std::multimap<std::int64_t, Done> waiting;
  {
    const std::scoped_lock lock(mutex_);
    waiting.swap(waiting_);
  }
  for (const auto& [id, done] : waiting) done();
}

void RunChecks::enqueue(std::int64_t id, const std::string& group, Done done,
                        std::chrono::milliseconds longest) {
  if (done) {
    const std::scoped_lock lock(mutex_);
    waiting_.emplace(id, std::move(done));
  }
  late_.add_after(longest, "", [this, id] { answer(id); });
  add(id, group);
}

void RunChecks::add(std::int64_t id, const std::string& group) {
  worker_.add(group, [this, id] {
    try {
      Store reader = Store::open(store_, false);
      const auto known = submission(reader, id);
      if (known && known->state == SubmissionState::kChecking) check(reader, *known);
    } catch (const std::exception&) {
      // The verdict could not be kept: the run stays on record as not checked, and is when the server starts again.
    }
    answer(id);
  });
}

void RunChecks::answer(std::int64_t id) {
  std::vector<Done> done;
  {
    const std::scoped_lock lock(mutex_);
    const auto [begin, end] = waiting_.equal_range(id);
    for (auto at = begin; at != end; ++at) done.push_back(std::move(at->second));
    waiting_.erase(begin, end);
  }
  for (const Done& each : done) each();
}

CheckPlan RunChecks::plan_for(Store& reader, const SubmissionFiles& files) const {
  CheckPlan plan = plan_;
  const auto chosen = plan.topics.empty() ? chosen_topics(reader) : std::vector<Topic>();
  if (chosen.empty()) return plan;
  std::string lines;
  for (const Topic& topic : chosen) lines += to_json_line(topic) + "\n";
  plan.topics = {files.folder() + "/topics.jsonl"};
  OutputFile out(plan.topics.front());
  out.write(lines);
  out.commit();
  return plan;
}

void RunChecks::check(Store& reader, const Submission& known) {
  const SubmissionFiles files(store_);
  Verdict verdict = refused_because("the server has lost the file: send it again");
  // Until the verdict is on record, and what was written counts itself.
  std::unique_ptr<GroupQuota::Hold> hold;
  try {
    CheckPlan plan = plan_for(reader, files);
    plan.room = [&]() -> GroupQuota::Hold& {
      if (!hold) hold = quota_->hold(known.group, files.kept_bytes(submissions(reader, known.group)));
      return *hold;
    };
    const std::uint64_t free = free_for_runs(files.folder(), plan.granted);
    plan.short_of_disk = free < plan.limits.file;
    plan.limits.file = std::min(plan.limits.file, free);
    const auto left = std::chrono::seconds(
        static_cast<std::int64_t>(std::ceil(std::max(1.0, time_.left(known.group, now_ms_())))));
    plan.limits.processor = std::min(plan.limits.processor, left);
    if (fs::exists(files.run(known.key))) verdict = check_submission(known, files, plan);
  } catch (const std::system_error&) {
    // No process can be started, or the disk is full.
    verdict = refused_because("the server cannot check it now: send it again later");
  }
  time_.spend(known.group, now_ms_(), std::chrono::duration<double>(verdict.processor).count());
  if (worker_.stopping()) return;  // what was found may be because it was stopped
  writer_
      .submit([id = known.id, verdict, now = now_ms_()](Store& store) {
        return set_verdict(store, id, verdict.accepted, verdict.json, {std::nullopt, now});
      })
      .get();
  files.sweep(submissions(reader), now_ms_(), SubmissionFiles::Arriving::kPerhaps);
}

}  // namespace fovea::assess
