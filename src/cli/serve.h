// The parts of `fovea serve`: the server itself, and the commands about its store.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "evaluate/track/track.h"

namespace fovea::cli {

/// serve invite, roles, revoke, disable, enable, phase, assign, unassign, export, snapshot, backup, verify and log.
void add_store_commands(CLI::App& serve, int& exit);

/// The store of a track, as its file says, or beside it.
std::string store_of(const std::string& file, const Track& track);

/// Where the pool of a track is, as its file says, or will be: beside the store.
std::string pool_of(const std::string& store, const Track& track);

/// serve runs and publish.
void add_run_commands(CLI::App& serve, int& exit);

/// The socket beside a store, by which commands reach the server that holds it.
std::string control_socket_of(const std::string& store);

}  // namespace fovea::cli
