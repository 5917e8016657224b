// Units of chunks, as `fovea chunk` and `fovea index` take them.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "collection/collection.h"
#include "files/diagnostics.h"
#include "search/chunks/chunk_unit.h"

namespace fovea::cli {

/// --unit UNIT
CLI::Option* add_unit(CLI::App& command, std::string& unit);

/// The chunks of the unit's file, if it has one; faults are reported.
search::GivenChunks given_chunks(const search::ChunkUnit& unit, const Collection& collection,
                                 Diagnostics& diagnostics);

}  // namespace fovea::cli
