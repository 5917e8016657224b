// The indexes of a search, one beside the other, and the collection behind them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "collection/collection.h"
#include "files/diagnostics.h"
#include "search/index/index.h"

namespace fovea::cli {

class OpenedIndexes {
 public:
  /// What cannot be opened, or is not of its collection as it stands beside it, is said.
  void open(const std::string& path, Diagnostics& diagnostics);
  /// The same, or the index of a collection, which is kept in the user's cache.
  void open_or_make(const std::string& path, Diagnostics& diagnostics);

  /// How much a search asks for the collection.
  enum class Want { kNothing, kTake, kNeed };
  /// Opens the one that is named; else one that was given in place of an index; else, where it is wanted, the one that stands
  /// beside the first index. Says so where a needed one does not, and where it is not the one that was indexed.
  void open_collection(const std::string& named, Want want, Diagnostics& diagnostics);

  const std::vector<search::Index>& all() const { return indexes_; }
  std::vector<const search::Index*> pointers() const;
  /// nullptr where there is none.
  const Collection* collection() const { return collection_ ? &*collection_ : nullptr; }

 private:
  std::vector<search::Index> indexes_;
  std::string given_;  ///< a collection in place of an index
  std::optional<Collection> collection_;
};

/// The exit code of a command that searches; an index that turns out to be damaged on the way is said.
int exit_of_search(const std::function<int()>& command);

}  // namespace fovea::cli
