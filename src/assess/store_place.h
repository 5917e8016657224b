// Which store a path names, who may write to it, and who may read its files.
//
// SQLite keeps the latest changes in a file beside the store, named after the path that the store was opened by. A store that is
// opened by two names therefore has two sets of latest changes, which damage each other. So a path is resolved to one name first
// (home_of), and the lock is on the file itself, not on a name.
#pragma once

#include <string>
#include <vector>

#include "files/descriptor.h"

namespace fovea::assess {

/// The path to open a store by. Symbolic links are followed; of several hard links in one folder it is the one with the latest
/// changes beside it. Throws StoreError for a store that is in use under a name in another folder.
std::string home_of(const std::string& store);

/// Admits one server, or command that writes, to a store, whatever name it is opened by.
///
/// It must outlive the connections to the store: closing its descriptors would take SQLite's own locks away.
class StoreLock {
 public:
  /// Whether a missing store is made, as an empty file.
  enum class Missing { kLeave, kMake };

  /// Throws StoreError when another process has it.
  explicit StoreLock(const std::string& store, Missing missing = Missing::kLeave);

 private:
  Descriptor name_;  ///< STORE.lock, the only lock of earlier versions
  Descriptor file_;  ///< the store
};

/// Takes the rights of group and others from a store and all that a server keeps beside it. What was changed.
std::vector<std::string> tighten(const std::string& store);

}  // namespace fovea::assess
