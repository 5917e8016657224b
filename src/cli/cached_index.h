// An index of a collection that nobody made one for: it stands in the user's cache and is made again when the collection
// has changed.
#pragma once

#include <optional>
#include <string>

#include "files/diagnostics.h"

namespace fovea::cli {

/// The path of the index, which is made where there is none, or none of the collection as it is now; what is made is said.
/// Nothing, with a message, when there is no place for it or the collection cannot be read.
std::optional<std::string> cached_index(const std::string& collection, Diagnostics& diagnostics);

}  // namespace fovea::cli
