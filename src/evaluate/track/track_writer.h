// A track file, written: what read_track() reads again.
#pragma once

#include <string>

#include "evaluate/track/track.h"

namespace fovea {

/// What a report is made from: files, rules, tests and runs. Paths stand as they are, so that they must be relative to the folder that
/// the file goes to. What is about judging (pool, forms, suggestions) is left out.
std::string to_toml(const Track& track);

}  // namespace fovea
