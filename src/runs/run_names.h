// What runs are called where several stand side by side.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "files/diagnostics.h"
#include "runs/run.h"

namespace fovea {

/// A name for each run: its tag, or its file where it has no tag or shares it with another. Runs that cannot
/// be told apart, because the same file is given twice, are reported.
std::vector<std::string> names_of(std::span<const Run> runs, Diagnostics& diagnostics);

}  // namespace fovea
