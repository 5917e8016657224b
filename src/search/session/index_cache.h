// An index of a collection that has none: it is kept in the user's cache and is rebuilt when the collection has changed.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "files/diagnostics.h"
#include "files/temporary.h"

namespace fovea::search {

struct CachedIndex {
  std::string path;
  /// Where the cache cannot be written: a folder that is removed with this object.
  std::optional<Temporary> folder;
};

/// An index that was made because a collection had none.
struct MadeIndex {
  std::string collection;
  std::uint64_t documents = 0;
  std::string path;  ///< empty: for one search only, because the cache cannot be written
};

/// Called while an index is made, and after it; either may be empty.
struct IndexingCalls {
  std::function<void(std::uint64_t done, std::uint64_t documents)> progress;
  std::function<void(const MadeIndex&)> made;
};

/// The index, which is made where there is none, or none of the collection as it is now. Nothing, with a message, when the
/// collection cannot be read.
std::optional<CachedIndex> cached_index(const std::string& collection, const IndexingCalls& calls,
                                        Diagnostics& diagnostics);

}  // namespace fovea::search
