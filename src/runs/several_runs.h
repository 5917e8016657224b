// Files that hold several runs: rows of a format that names the run of each (RunFormat::run_of).
//
// Run::open() refuses such a file, open_runs() takes it apart. Rows of one run may stand in one piece or among those of
// others.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "files/diagnostics.h"
#include "files/input.h"
#include "runs/run.h"
#include "runs/run_format.h"
#include "runs/run_options.h"

namespace fovea {

/// The first two runs that the first and last rows name; empty when they are of one. Looks at no other rows: a reader that
/// meets a second run later on reports it.
std::vector<std::string> first_two_runs(const RunFormat& format, std::string_view bytes);

/// All runs of a file, in the order of their first rows; otherwise as Run::open(). Empty, with a message, when the file
/// cannot be used at all.
std::vector<Run> open_runs(const std::string& path, const RunOptions& options, Diagnostics& diagnostics);

}  // namespace fovea
