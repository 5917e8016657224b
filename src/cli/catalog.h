// The parts of `fovea catalog`: changing a collection, looking into one, and taking its texts out.
#pragma once

#include <CLI/CLI.hpp>

namespace fovea::cli {

/// build, add, remove, compact, verify.
void add_catalog_writing(CLI::App& catalog, int& exit);
/// info, show.
void add_catalog_reading(CLI::App& catalog, int& exit);

/// text.
void add_catalog_text(CLI::App& catalog, int& exit);

}  // namespace fovea::cli
