#include "assess/run_checks.h"

#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "assess/selection.h"
#include "files/output_file.h"
#include "files/temporary.h"
#include "topics/topic_file.h"

namespace fovea::assess {

namespace {

namespace fs = std::filesystem;
using CheckJson = nlohmann::ordered_json;

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
std::string fault_of(const ChildOutcome& outcome) {
  if (outcome.late || outcome.signal == SIGXCPU || outcome.signal == SIGKILL)
    return "checking it took too long";
  if (outcome.errors.find("File too large") != std::string::npos)
    return fmt::format("unpacked it has more than {} MB", kMostUnpacked >> 20);
  if (outcome.errors.find("No space left") != std::string::npos)
    return "the server's disk is full: send it again later";
  if (outcome.exit == kExitFine || outcome.exit == kExitBadInput || outcome.exit == kExitBrokenRules) {
    if (!outcome.output.empty()) return {};
  }
  return "checking it needs more than a check is given: memory, time or files";
}

/// What is checked beyond `fovea check`: that it returns what its form says.
std::string fault_of_type(const CheckJson& run, const std::string& type) {
  const CheckJson& kinds = run.at("kinds");
  const auto has = [&kinds](const char* kind) { return kinds.contains(kind); };
  const bool none = (type == "element" && !has("elements")) ||
                    (type == "passage" && !has("passages") && !has("ranges")) ||
                    (type == "range" && !has("ranges"));
  if (none) return fmt::format("found no {} in it, expected some, as the result type says", type);
  // The root element of an article is an element, too; a part of a text is no article.
  const bool parts = type == "article" && (has("passages") || has("ranges"));
  return parts ? "found passages or ranges in it, expected whole articles, as the result type says"
               : std::string();
}

CheckJson fault_row(const std::string& message) {
  return {{"severity", "error"}, {"line", 0}, {"column", 0}, {"code", "submission"}, {"message", message}};
}

Verdict refused_because(const std::string& message) {
  return {false, CheckJson{{"errors", 1}, {"faults", CheckJson::array({fault_row(message)})}}.dump(
                     -1, ' ', false, CheckJson::error_handler_t::replace)};
}

/// Writes a repaired run, and looks whether it would be accepted. How many changes it took; nothing when it is not.
std::optional<std::uint64_t> repair(const Submission& submission, const NamedLink& link, const TrackRun& run,
                                    const SubmissionFiles& files, const CheckPlan& plan) {
  const std::string target = files.repaired(submission.key);
  CheckCommand command;
  command.repaired = fs::absolute(target).string();
  const ChildWork work = check_of(link, run, plan, command);
  const ChildOutcome repaired = run_limited(work);
  std::error_code ignored;
  const CheckJson changes = CheckJson::parse(repaired.output, nullptr, false);
  if (!fault_of(repaired).empty() || !changes.is_object() || !fs::exists(target, ignored)) {
    fs::remove(target, ignored);
    return std::nullopt;
  }
  const NamedLink again(target, files, submission.name);
  const ChildOutcome checked = run_limited(check_of(again, run, plan));
  const CheckJson found = CheckJson::parse(checked.output, nullptr, false);
  const bool fine = checked.exit == kExitFine && found.is_object() && found.contains("run") &&
                    found["run"].value("results", 0) > 0 && fault_of_type(found["run"], run.result).empty();
  if (!fine) {
    fs::remove(target, ignored);
    return std::nullopt;
  }
  // Rows that could not be read at all are left out without being a change of their own.
  return changes.value("changed", std::uint64_t{0}) + changes.value("errors", std::uint64_t{0});
}

}  // namespace

Verdict check_submission(const Submission& submission, const SubmissionFiles& files, const CheckPlan& plan) {
  const TrackRun run = track_run_of(submission);
  if (run.task == nullptr) return refused_because("found no task that is known here");
  const NamedLink link(files.run(submission.key), files, submission.name);
  const ChildOutcome outcome = run_limited(check_of(link, run, plan));
  if (const std::string fault = fault_of(outcome); !fault.empty()) return refused_because(fault);
  const CheckJson found = CheckJson::parse(outcome.output, nullptr, false);
  if (!found.is_object()) return refused_because("checking it gave no answer");

  CheckJson verdict = found.contains("run") ? found["run"] : CheckJson::object();
  std::vector<CheckJson> faults;
  for (const char* const sort : {"faults", "breaches"}) {
    const CheckJson rows = found.value(sort, CheckJson::array());
    faults.insert(faults.end(), rows.begin(), rows.end());
  }
  std::uint64_t errors = found.value("errors", std::uint64_t{0}) + found.value("broken", std::uint64_t{0});
  if (outcome.exit == kExitFine && found.contains("run")) {
    const std::string other = found["run"].value("results", 0) == 0 ? "found no results in it, expected some"
                                                                    : fault_of_type(found["run"], run.result);
    if (!other.empty()) {
      faults.push_back(fault_row(other));
      ++errors;
    }
  } else if (errors == 0) {
    faults.push_back(fault_row("found something else, expected a run"));
    ++errors;
  }
  std::ranges::stable_sort(faults, {}, [](const CheckJson& each) { return each.value("line", 0); });
  constexpr std::size_t kShown = 50;
  if (faults.size() > kShown) faults.resize(kShown);
  verdict["errors"] = errors;
  verdict["warnings"] = found.value("warnings", std::uint64_t{0});
  verdict["faults"] = faults;
  const bool accepted = errors == 0;
  if (!accepted) {
    CheckCommand everything;
    everything.all_faults = true;
    ChildWork all = check_of(link, run, plan, everything);
    all.errors_to = files.faults(submission.key);
    run_limited(all);
    if (const auto changed = repair(submission, link, run, files, plan)) verdict["repaired"] = *changed;
  }
  return {accepted, verdict.dump(-1, ' ', false, CheckJson::error_handler_t::replace)};
}

RunChecks::RunChecks(std::string store, StoreWriter& writer, CheckPlan plan,
                     std::function<std::int64_t()> now_ms)
    : store_(std::move(store)), writer_(writer), plan_(std::move(plan)), now_ms_(std::move(now_ms)) {
  plan_.limits.stop = &ending_;
  Store reader = Store::open(store_, false);
  const std::vector<Submission> all = submissions(reader);
  for (const Submission& each : all) {
    if (each.state == SubmissionState::kChecking) queue_.push_back(each.id);
  }
  const SubmissionFiles files(store_);
  if (fs::exists(files.folder())) files.sweep(all, now_ms_(), SubmissionFiles::Arriving::kNone);
  for (int i = 0; i < kAtOnce; ++i) threads_.emplace_back([this] { work(); });
  threads_.emplace_back([this] { herald(); });
}

RunChecks::~RunChecks() {
  stop();
}

void RunChecks::stop() {
  {
    const std::scoped_lock lock(mutex_);
    ending_ = true;
    queue_.clear();
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

void RunChecks::enqueue(std::int64_t id, Done done, std::chrono::milliseconds longest) {
  {
    const std::scoped_lock lock(mutex_);
    queue_.push_back(id);
    if (done) waiting_.push_back({id, std::move(done), std::chrono::steady_clock::now() + longest});
  }
  changed_.notify_all();
}

void RunChecks::settle() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return queue_.empty() && checking_.empty(); });
}

void RunChecks::work() {
  Store reader = Store::open(store_, false);
  for (;;) {
    std::int64_t id = 0;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return ending_ || !queue_.empty(); });
      if (ending_) return;
      id = queue_.front();
      queue_.pop_front();
      checking_.insert(id);
    }
    try {
      check(reader, id);
    } catch (const std::exception&) {
      // The verdict could not be kept: the run stays on record as not checked, and is when the server starts again.
    }
    std::vector<Done> done;
    {
      const std::scoped_lock lock(mutex_);
      checking_.erase(id);
      for (Waiting& each : waiting_) {
        if (each.id == id) done.push_back(std::move(each.done));
      }
      std::erase_if(waiting_, [id](const Waiting& each) { return each.id == id; });
    }
    changed_.notify_all();
    for (const Done& each : done) each();
  }
}

void RunChecks::herald() {
  std::unique_lock lock(mutex_);
  while (!ending_) {
    auto next = std::chrono::steady_clock::now() + kLongestWait;
    for (const Waiting& each : waiting_) next = std::min(next, each.until);
    changed_.wait_until(lock, next);
    const auto now = std::chrono::steady_clock::now();
    const auto is_late = [&](const Waiting& each) { return each.until <= now || ending_; };
    std::vector<Done> late;
    for (const Waiting& each : waiting_) {
      if (is_late(each)) late.push_back(each.done);
    }
    std::erase_if(waiting_, is_late);
    lock.unlock();
    for (const Done& each : late) each();
    lock.lock();
  }
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

void RunChecks::check(Store& reader, std::int64_t id) {
  const auto known = submission(reader, id);
  if (!known || known->state != SubmissionState::kChecking) return;
  const SubmissionFiles files(store_);
  Verdict verdict = refused_because("the server has lost the file: send it again");
  try {
    if (fs::exists(files.run(known->key))) verdict = check_submission(*known, files, plan_for(reader, files));
  } catch (const std::system_error&) {
    // No process can be started, or the disk is full.
    verdict = refused_because("the server cannot check it now: send it again later");
  }
  if (ending_) return;  // what was found may be because it was stopped
  writer_
      .submit([id, verdict, now = now_ms_()](Store& store) {
        return set_verdict(store, id, verdict.accepted, verdict.json, {std::nullopt, now});
      })
      .get();
  files.sweep(submissions(reader), now_ms_(), SubmissionFiles::Arriving::kPerhaps);
}

}  // namespace fovea::assess
