#include "collection/snapshot.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <lmdb.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "collection/file_lock.h"
#include "files/mapping.h"

namespace fovea {

namespace {

/// Processes that read one collection at the same time.
constexpr unsigned kMostReaders = 1024;
/// How often to look again when the file is being replaced or committed to while we open it.
constexpr int kAttempts = 20;

constexpr std::string_view kExpected = "a collection made by 'fovea catalog build'";

}  // namespace

Snapshot::~Snapshot() {
  unpin();
  unmap();
}

void Snapshot::unmap() {
  unmap_file(file_);
  file_ = {};
}

void Snapshot::unpin() {
  if (transaction_ != nullptr) mdb_txn_abort(transaction_);
  if (env_ != nullptr) mdb_env_close(env_);
  transaction_ = nullptr;
  env_ = nullptr;
}

bool Snapshot::map(Diagnostics& diagnostics) {
  const auto fail = [&](std::string_view code, const std::string& message) {
    diagnostics.error({path_}, code, message);
    return false;
  };
  unmap();
  const int fd = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat status {};
  if (fd < 0 || ::fstat(fd, &status) != 0) {
    const int error = errno;
    if (fd >= 0) ::close(fd);
    return fail("cannot-open", fmt::format("cannot open: {}", std::generic_category().message(error)));
  }
  if (!S_ISREG(status.st_mode) || status.st_size == 0) {
    ::close(fd);
    return fail("not-a-collection", fmt::format("found {}, expected {}",
                                                S_ISDIR(status.st_mode)   ? "a folder"
                                                : S_ISREG(status.st_mode) ? "an empty file"
                                                                          : "no regular file",
                                                kExpected));
  }
  file_ = map_file(fd, static_cast<std::size_t>(status.st_size), path_);
  const int error = errno;
  ::close(fd);
  if (file_.empty()) {
    return fail("cannot-read", fmt::format("cannot read: {}", std::generic_category().message(error)));
  }
  if (!looks_like_lmdb(file_)) {
    return fail("not-a-collection", fmt::format("found a file of another kind, expected {}", kExpected));
  }
  return true;
}

int Snapshot::pin(unsigned extra_flags) {
  unpin();
  if (const int error = mdb_env_create(&env_); error != 0) return error;
  mdb_env_set_maxreaders(env_, kMostReaders);
  const unsigned flags = MDB_NOSUBDIR | MDB_RDONLY | MDB_NOTLS | extra_flags;
  if (const int error = mdb_env_open(env_, path_.c_str(), flags, 0666); error != 0) return error;
  return mdb_txn_begin(env_, nullptr, MDB_RDONLY, &transaction_);
}

bool Snapshot::read_header(Diagnostics& diagnostics) {
  const auto bytes = tree_->find(kHeaderKey);
  const auto header = bytes ? unpack_header(*bytes) : std::nullopt;
  if (!header) {
    diagnostics.error({path_}, "not-a-collection",
                      fmt::format("found an LMDB file without a valid fovea header, expected {}", kExpected));
    return false;
  }
  if (header->version != kStoreVersion) {
    diagnostics.error({path_}, "other-version",
                      fmt::format("found a collection of version {}, expected version {}: build it again",
                                  header->version, kStoreVersion));
    return false;
  }
  header_ = *header;
  return true;
}

std::unique_ptr<Snapshot> Snapshot::open(const std::string& path, Diagnostics& diagnostics) {
  std::unique_ptr<Snapshot> snapshot(new Snapshot(path));
  int error = 0;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    if (!snapshot->map(diagnostics)) return nullptr;
    // Nobody replaces the file while LMDB opens it and its lock file by name.
    const FileLock opening = FileLock::shared(path, FileLock::Part::kOpening);
    error = snapshot->pin(0);
    if (error == EACCES || error == EROFS || error == EPERM) error = snapshot->pin(MDB_NOLOCK);
    if (error != 0) continue;
    // The map is at least as new as the state that LMDB holds for us, unless the file was replaced in
    // between.
    if (!snapshot->map(diagnostics)) return nullptr;
    const auto meta = find_meta(snapshot->file_, mdb_txn_id(snapshot->transaction_));
    if (!meta) continue;
    try {
      snapshot->tree_.emplace(snapshot->file_, *meta);
      if (!snapshot->read_header(diagnostics)) return nullptr;
      return snapshot;
    } catch (const CorruptCollection& corrupt) {
      diagnostics.error({path}, "corrupt", corrupt.what());
      return nullptr;
    }
  }
  diagnostics.error({path}, "corrupt",
                    fmt::format("found a damaged file ({}), expected {}",
                                error == 0 ? "its first pages disagree" : mdb_strerror(error), kExpected));
  return nullptr;
}

}  // namespace fovea
