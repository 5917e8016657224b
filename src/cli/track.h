// The parts of `fovea track`.
#pragma once

#include <string>

namespace fovea::cli {

/// Makes a folder with a track file, or the file in a folder that is there; refuses to replace one. The exit code.
int make_track(const std::string& folder);

}  // namespace fovea::cli
