// The two halves of `fovea catalog`: changing a collection and looking into one.
#pragma once

#include <CLI/CLI.hpp>

namespace fovea::cli {

/// build, add, remove, compact, verify.
void add_catalog_writing(CLI::App& catalog, int& exit);
/// info, show.
void add_catalog_reading(CLI::App& catalog, int& exit);

}  // namespace fovea::cli
