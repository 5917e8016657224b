// The indexes of a search, and the collection that they were made from.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "collection/collection.h"
#include "files/diagnostics.h"
#include "search/index/index.h"
#include "search/session/index_cache.h"

namespace fovea::search {

class OpenedIndexes {
 public:
  /// Reports an index that cannot be opened, or does not fit the collection beside it.
  void open(const std::string& path, Diagnostics& diagnostics);
  /// The same, or the index of a collection, which is kept in the user's cache.
  void open_or_make(const std::string& path, const IndexingCalls& calls, Diagnostics& diagnostics);

  /// One that is open, whatever is next to it.
  void add(Index index) { indexes_.push_back(std::move(index)); }

  /// How much a search asks for the collection.
  enum class Want { kNothing, kTake, kNeed };
  /// Opens the one that is named; else one that was given instead of an index; else, if it is wanted, the one beside the first
  /// index. Reports a needed one that is missing, and one that is not what was indexed.
  void open_collection(const std::string& named, Want want, Diagnostics& diagnostics);

  const std::vector<Index>& all() const { return indexes_; }
  std::vector<const Index*> pointers() const;
  /// nullptr where there is none.
  const Collection* collection() const { return collection_ ? &*collection_ : nullptr; }

 private:
  std::vector<Index> indexes_;
  std::string given_;  ///< a collection instead of an index
  std::optional<Collection> collection_;
};

}  // namespace fovea::search
