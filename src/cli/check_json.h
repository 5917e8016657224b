// What `fovea check -o json` says of a file: for programs that let people send in runs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "files/diagnostics.h"
#include "runs/run_check.h"

namespace fovea::cli {

/// A run that could be read, and what was found beside faults of the file.
struct CheckedRun {
  std::string_view format;
  std::string id;
  std::string_view task;  ///< that was checked for, or that it looks like
  RunSummary summary;
  std::uint64_t unanswered = 0;
  Diagnostics breaches;  ///< of the rules
  Diagnostics changes;   ///< what repairing changed
};

/// One line: file, exit code, what a run holds (`run` is nullptr for other files), and faults, breaches and changes with their lines.
std::string check_json(const std::string& file, int exit, const CheckedRun* run, const Diagnostics& faults);

}  // namespace fovea::cli
