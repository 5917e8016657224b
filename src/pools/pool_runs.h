// The runs that are pooled: opened, named, checked by the rules of their tasks.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "collection/collection.h"
#include "files/diagnostics.h"
#include "pools/pool.h"
#include "runs/run.h"
#include "runs/task.h"

namespace fovea::pools {

/// A run as it is given: by its file, with what is known about it beside.
struct GivenRun {
  std::string file;
  /// In the place of what the run says of itself, where not empty.
  std::string name;
  std::string group;
  /// nullptr: what the run says of itself, and no rules when it says nothing.
  const Task* task = nullptr;
};

struct RunChecks {
  /// Gives elements their text for rules about overlap and length; may be nullptr.
  const Collection* collection = nullptr;
  /// Pools runs that break their rules too.
  bool include_invalid = false;
};

/// A run that breaks the rules of its task and is not pooled.
struct LeftOutRun {
  std::string file;
  std::uint64_t breaches = 0;
  Diagnostic first;
};

struct OpenedRuns {
  std::deque<Run> runs;
  /// Beside them; `file` as given.
  std::vector<PooledRun> pooled;
  std::vector<LeftOutRun> left_out;

  std::vector<const Run*> pointers() const;
};

/// Opens and checks. Files that cannot be used, and bad rows, are errors in `said`.
OpenedRuns open_runs(std::span<const GivenRun> given, const RunChecks& checks, Diagnostics& said);

/// Adds the runs of a pool that are not among the opened ones, from where the pool file `pool_path` names them, and puts
/// all into the order of the pool, new ones last. Runs are told by SHA-256; a file that has changed is an error.
OpenedRuns with_runs_of(const Pool& pool, const std::string& pool_path, OpenedRuns opened, Diagnostics& said);

/// How the file at `pool_path` names a file.
std::string named_from(const std::string& pool_path, const std::string& file);
/// And where a file is that it names so.
std::string found_from(const std::string& pool_path, const std::string& named);

}  // namespace fovea::pools
