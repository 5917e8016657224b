// Units of chunks, as `fovea chunk` and `fovea index` take them.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace fovea::cli {

/// --unit UNIT
CLI::Option* add_unit(CLI::App& command, std::string& unit);

}  // namespace fovea::cli
