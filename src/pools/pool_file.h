// Pool files: JSON lines, one for the header, then one per topic followed by one per item. Every field stands in
// docs/specs/pool.md.
#pragma once

#include <optional>
#include <string>

#include "files/diagnostics.h"
#include "files/input.h"
#include "pools/pool.h"

namespace fovea::pools {

/// Nothing when anything in the file is wrong; all faults are in `said`.
std::optional<Pool> read_pool(const InputFile& file, Diagnostics& said);

/// The whole file.
std::string to_json_lines(const Pool& pool);

}  // namespace fovea::pools
