// The parts of `fovea serve`: the server itself, and the commands about its store.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace fovea::cli {

/// serve invite, assign, export, snapshot, backup, verify and log.
void add_store_commands(CLI::App& serve, int& exit);

/// The socket beside a store, by which commands reach the server that holds it.
std::string control_socket_of(const std::string& store);

}  // namespace fovea::cli
