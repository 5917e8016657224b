// Who may do what with a collection's file.
//
// LMDB orders its readers and writers through a lock file beside the collection, found by name. Two things it
// does not know of are ordered here, by locks on bytes of the collection file itself that vanish with the
// process:
// - one writer at a time, for a whole `add` of many transactions;
// - replacing the file (`build --force`) against opening it: whoever opens in that moment must not meet the
// new
//   file with the old lock file.
#pragma once

#include <string>

namespace fovea {

class FileLock {
 public:
  enum class Part : long {
    kOpening = 0,  ///< shared: somebody is opening the file by name; exclusive: somebody is replacing it
    kWriting = 1,  ///< exclusive: somebody is writing
  };

  FileLock() = default;
  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&& other) noexcept;
  ~FileLock();

  /// Opens `path`, which must exist, and locks a part of it, waiting if need be. On return the name still
  /// belongs to the locked file. Not held if the file cannot be opened.
  static FileLock shared(const std::string& path, Part part);
  static FileLock exclusive(const std::string& path, Part part);
  /// As exclusive(), but not held either when somebody else has the lock.
  static FileLock try_exclusive(const std::string& path, Part part);

  bool held() const { return descriptor_ >= 0; }

 private:
  static FileLock take(const std::string& path, Part part, short kind, int command);

  int descriptor_ = -1;
};

}  // namespace fovea
