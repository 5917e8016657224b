// An index of a collection that nobody made one for: it stands in the user's cache and is made again when the collection
// has changed.
#pragma once

#include <optional>
#include <string>

#include "files/diagnostics.h"
#include "files/temporary.h"

namespace fovea::cli {

struct CachedIndex {
  std::string path;
  /// Where the cache cannot be written: a folder that goes away with this object.
  std::optional<Temporary> folder;
};

/// The index, which is made where there is none, or none of the collection as it is now; what is made is reported.
/// Nothing, with a message, when the collection cannot be read.
std::optional<CachedIndex> cached_index(const std::string& collection, Diagnostics& diagnostics);

}  // namespace fovea::cli
