// Pages of mapped files: what was read once need not stay in the memory of the process.
#pragma once

#include <string_view>

namespace fovea {

/// Lets go of the whole pages inside a part of a mapped file; its neighbours may be in use. They are read again, from the
/// file, when somebody touches them.
void release_pages(std::string_view part);

}  // namespace fovea
