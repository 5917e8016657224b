#include "pools/pool_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "files/sha256.h"
#include "runs/run_check.h"
#include "runs/run_format.h"
#include "runs/run_names.h"
#include "runs/task_check.h"
#include "text/unicode.h"

namespace fovea::pools {

namespace {

namespace fs = std::filesystem;

/// Opens a file of which a pool can say which one it was.
std::optional<Run> open_named(const std::string& file, std::string& sum, Diagnostics& said) {
  auto run = Run::open(file, said);
  if (!run) return std::nullopt;
  if (auto known = sha256_of_file(file)) {
    sum = std::move(*known);
    return run;
  }
  said.expected({run->file()}, "no-file", "something else", "a file, which a pool names with its SHA-256");
  return std::nullopt;
}

/// What breaks the rules of the run's task. A result that comes twice breaks the rules of every task.
Diagnostics breaches_of(const Run& run, const Task* task, const Collection* collection, Diagnostics& said) {
  if (task == nullptr) task = task_named(run.details().task);
  RunCheckOptions options;
  options.order = run.format().order;
  if (task != nullptr) options.rules = task->rules;
  RunCheck check = check_run(run, options);
  const bool twice = check.faults.count(name_of(Rule::kDuplicate)) > 0;
  if (!twice) said.merge(std::move(check.faults));
  if (task != nullptr && collection != nullptr && check.unjudged > 0) {
    // Only the text of elements tells; what the collection does not know is not a matter of rules.
    options.collection = collection;
    check.breaches = check_run(run, options).breaches;
  }
  if (!twice) return std::move(check.breaches);
  check.faults.merge(std::move(check.breaches));
  return std::move(check.faults);
}

}  // namespace

std::vector<const Run*> OpenedRuns::pointers() const {
  std::vector<const Run*> out;
  for (const Run& run : runs) out.push_back(&run);
  return out;
}

OpenedRuns open_runs(std::span<const GivenRun> given, const RunChecks& checks, Diagnostics& said) {
  OpenedRuns out;
  std::vector<Run> runs;
  std::vector<PooledRun> pooled;
  std::vector<const Task*> tasks;
  for (const GivenRun& each : given) {
    std::string sum;
    auto run = open_named(each.file, sum, said);
    if (!run) continue;
    pooled.push_back(
        {each.name, each.group.empty() ? run->details().participant : each.group, each.file, sum});
    tasks.push_back(each.task);
    runs.push_back(std::move(*run));
  }
  const std::vector<std::string> names = names_of(runs, said);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    PooledRun& named = pooled[i];
    if (named.name.empty()) named.name = names[i];
    if (named.group.empty()) named.group = named.name;
    for (const std::string& text : {named.name, named.group, named.file}) {
      if (find_malformed_utf8(text)) said.expected({named.file}, "bad-utf8", quote(text), "a name in UTF-8");
    }
    const Diagnostics breaches = breaches_of(runs[i], tasks[i], checks.collection, said);
    if (!breaches.ok() && !checks.include_invalid) {
      out.left_out.push_back({named.file, breaches.errors(), breaches.kept().front()});
      continue;
    }
    out.runs.push_back(std::move(runs[i]));
    out.pooled.push_back(std::move(named));
  }
  return out;
}

OpenedRuns with_runs_of(const Pool& pool, const std::string& pool_path, OpenedRuns opened,
                        Diagnostics& said) {
  OpenedRuns out;
  out.left_out = std::move(opened.left_out);
  std::set<std::size_t> again;
  for (const PooledRun& pooled : pool.runs) {
    const auto given = std::ranges::find(opened.pooled, pooled.sha256, &PooledRun::sha256);
    PooledRun known = pooled;
    if (given != opened.pooled.end()) {
      const auto at = static_cast<std::size_t>(given - opened.pooled.begin());
      again.insert(at);
      known.file = given->file;
      out.runs.push_back(std::move(opened.runs[at]));
    } else {
      known.file = found_from(pool_path, pooled.file);
      std::string sum;
      auto run = open_named(known.file, sum, said);
      if (!run) continue;
      if (sum != pooled.sha256) {
        said.expected(
            {known.file}, "changed-run", fmt::format("SHA-256 {}", sum),
            fmt::format("{}, that of run {} when it was pooled", pooled.sha256, quote(pooled.name)));
      }
      out.runs.push_back(std::move(*run));
    }
    out.pooled.push_back(std::move(known));
  }
  for (std::size_t i = 0; i < opened.pooled.size(); ++i) {
    if (again.contains(i)) continue;
    PooledRun& added = opened.pooled[i];
    if (std::ranges::find(pool.runs, added.name, &PooledRun::name) != pool.runs.end()) {
      said.expected({added.file}, "repeated-run", fmt::format("another run named {}", quote(added.name)),
                    "a name that the pool does not have yet");
    }
    out.runs.push_back(std::move(opened.runs[i]));
    out.pooled.push_back(std::move(added));
  }
  return out;
}

std::string named_from(const std::string& pool_path, const std::string& file) {
  const fs::path folder = pool_path == "-" ? fs::path() : fs::path(pool_path).parent_path();
  std::error_code ignored;
  const fs::path relative = fs::proximate(file, folder.empty() ? fs::path(".") : folder, ignored);
  return relative.empty() ? file : relative.string();
}

std::string found_from(const std::string& pool_path, const std::string& named) {
  const fs::path folder = pool_path == "-" ? fs::path() : fs::path(pool_path).parent_path();
  return (folder / named).string();
}

}  // namespace fovea::pools
