// The parts of `fovea track`.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace fovea::cli {

/// Makes a folder with a track file, or the file in a folder that is there; refuses to replace one. The exit code.
int make_track(const std::string& folder);

/// track candidates, select and topics.
void add_track_topics_commands(CLI::App& track, int& exit);

}  // namespace fovea::cli
