// A disk that fails on demand: a VFS of SQLite in front of the usual one.
//
// FailingDisk::install() makes it the default of the process. Armed, it lets some writes and syncs pass and fails the next
// ones, in one of the ways in which disks do; reading goes on.
#pragma once

#include <sqlite3.h>

#include <atomic>
#include <cstdint>

namespace fovea::assess {

enum class DiskFault : std::uint8_t { kNoRoom, kHalfWritten, kWriteError, kSyncError };

class FailingDisk {
 public:
  static void install();
  /// The calls behind the next `passing` ones fail, `failing` of them.
  static void arm(DiskFault fault, int passing, int failing);
  static void disarm();
  /// How many calls have failed since install().
  static int failed() { return failed_; }

 private:
  struct File {
    sqlite3_file base;
    /// Lies behind this struct.
    sqlite3_file* real;
  };
  static sqlite3_file* real(sqlite3_file* file) { return reinterpret_cast<File*>(file)->real; }
  static int open(sqlite3_vfs* vfs, const char* name, sqlite3_file* file, int flags, int* out);
  static sqlite3_io_methods methods();
  static int write(sqlite3_file* file, const void* bytes, int size, sqlite3_int64 offset);
  static int sync(sqlite3_file* file, int flags);
  /// Whether this call is to fail.
  static bool fails(bool sync);

  static inline sqlite3_vfs vfs_;
  static inline sqlite3_vfs* usual_ = nullptr;
  static inline std::atomic<int> passing_ = 0, failing_ = 0, failed_ = 0;
  static inline std::atomic<DiskFault> fault_ = DiskFault::kNoRoom;
};

inline bool FailingDisk::fails(bool sync) {
  if (failing_ <= 0 || (fault_ == DiskFault::kSyncError) != sync) return false;
  if (passing_-- > 0) return false;
  --failing_;
  ++failed_;
  return true;
}

inline int FailingDisk::write(sqlite3_file* file, const void* bytes, int size, sqlite3_int64 offset) {
  if (!fails(false)) return real(file)->pMethods->xWrite(real(file), bytes, size, offset);
  switch (fault_) {
    case DiskFault::kHalfWritten:
      real(file)->pMethods->xWrite(real(file), bytes, size / 2, offset);
      return SQLITE_FULL;
    case DiskFault::kNoRoom:
      return SQLITE_FULL;
    default:
      return SQLITE_IOERR_WRITE;
  }
}

inline int FailingDisk::sync(sqlite3_file* file, int flags) {
  return fails(true) ? SQLITE_IOERR_FSYNC : real(file)->pMethods->xSync(real(file), flags);
}

inline sqlite3_io_methods FailingDisk::methods() {
  sqlite3_io_methods out{};
  out.iVersion = 3;
  out.xClose = [](sqlite3_file* each) { return real(each)->pMethods->xClose(real(each)); };
  out.xRead = [](sqlite3_file* each, void* bytes, int size, sqlite3_int64 at) {
    return real(each)->pMethods->xRead(real(each), bytes, size, at);
  };
  out.xWrite = write;
  out.xTruncate = [](sqlite3_file* each, sqlite3_int64 size) {
    return real(each)->pMethods->xTruncate(real(each), size);
  };
  out.xSync = sync;
  out.xFileSize = [](sqlite3_file* each, sqlite3_int64* size) {
    return real(each)->pMethods->xFileSize(real(each), size);
  };
  out.xLock = [](sqlite3_file* each, int lock) { return real(each)->pMethods->xLock(real(each), lock); };
  out.xUnlock = [](sqlite3_file* each, int lock) { return real(each)->pMethods->xUnlock(real(each), lock); };
  out.xCheckReservedLock = [](sqlite3_file* each, int* held) {
    return real(each)->pMethods->xCheckReservedLock(real(each), held);
  };
  out.xFileControl = [](sqlite3_file* each, int what, void* value) {
    return real(each)->pMethods->xFileControl(real(each), what, value);
  };
  out.xSectorSize = [](sqlite3_file* each) { return real(each)->pMethods->xSectorSize(real(each)); };
  out.xDeviceCharacteristics = [](sqlite3_file* each) {
    return real(each)->pMethods->xDeviceCharacteristics(real(each));
  };
  out.xShmMap = [](sqlite3_file* each, int page, int size, int extend, void volatile** place) {
    return real(each)->pMethods->xShmMap(real(each), page, size, extend, place);
  };
  out.xShmLock = [](sqlite3_file* each, int offset, int count, int flags) {
    return real(each)->pMethods->xShmLock(real(each), offset, count, flags);
  };
  out.xShmBarrier = [](sqlite3_file* each) { real(each)->pMethods->xShmBarrier(real(each)); };
  out.xShmUnmap = [](sqlite3_file* each, int remove) {
    return real(each)->pMethods->xShmUnmap(real(each), remove);
  };
  out.xFetch = [](sqlite3_file*, sqlite3_int64, int, void** place) {
    *place = nullptr;
    return SQLITE_OK;
  };
  out.xUnfetch = [](sqlite3_file*, sqlite3_int64, void*) { return SQLITE_OK; };
  return out;
}

inline int FailingDisk::open(sqlite3_vfs* /*vfs*/, const char* name, sqlite3_file* file, int flags,
                             int* out) {
  File* const shim = reinterpret_cast<File*>(file);
  shim->real = reinterpret_cast<sqlite3_file*>(shim + 1);
  const int result = usual_->xOpen(usual_, name, shim->real, flags, out);
  shim->base.pMethods = nullptr;
  if (result != SQLITE_OK) return result;
  static const sqlite3_io_methods kMethods = methods();
  shim->base.pMethods = &kMethods;
  return SQLITE_OK;
}

inline void FailingDisk::install() {
  if (usual_ != nullptr) return;
  usual_ = sqlite3_vfs_find(nullptr);
  vfs_ = *usual_;
  vfs_.zName = "failing";
  vfs_.szOsFile = static_cast<int>(sizeof(File)) + usual_->szOsFile;
  vfs_.xOpen = open;
  sqlite3_vfs_register(&vfs_, 1);
}

inline void FailingDisk::arm(DiskFault fault, int passing, int failing) {
  fault_ = fault;
  passing_ = passing;
  failing_ = failing;
}

inline void FailingDisk::disarm() {
  failing_ = 0;
}

}  // namespace fovea::assess
