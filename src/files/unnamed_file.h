// Files for what does not fit into memory: they have no name, and vanish with the process however it ends.
#pragma once

#include <string>
#include <string_view>

#include "files/descriptor.h"

namespace fovea {

/// Where what is soon forgotten goes: TMPDIR, or /tmp.
std::string scratch_folder();

/// A new file in this folder, for reading and writing. Throws std::system_error when none can be made.
Descriptor open_unnamed_file(const std::string& folder);

/// Writes all of `bytes`, or throws std::system_error.
void write_to_unnamed_file(int descriptor, std::string_view bytes);

}  // namespace fovea
