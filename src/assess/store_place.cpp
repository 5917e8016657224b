#include "assess/store_place.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <utility>

#include "assess/sqlite.h"

namespace fovea::assess {

namespace {

namespace fs = std::filesystem;

constexpr mode_t kOwnerFile = 0600;
constexpr mode_t kOwnerFolder = 0700;
constexpr mode_t kOthers = 0077;

/// A byte far beyond any store, and beyond those that SQLite locks. Of the open file, not of the process: closing another
/// descriptor of the store does not take it away.
struct ::flock file_lock() {
  struct ::flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = off_t{1} << 62;
  lock.l_len = 1;
  return lock;
}

bool locked_by_another(const std::string& store) {
  const Descriptor file(::open(store.c_str(), O_RDWR | O_CLOEXEC));
  struct ::flock lock = file_lock();
  return file && ::fcntl(file.get(), F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

bool has_changes_beside(const fs::path& store) {
  std::error_code error;
  return fs::exists(store.string() + "-wal", error);
}

/// What a server keeps beside a store, by the rest of its name.
bool belongs_to_store(std::string_view rest) {
  constexpr std::array<std::string_view, 10> kOwn = {
      "", "-wal", "-shm", "-journal", ".lock", ".runs", ".results", ".pooled", ".pool.jsonl", ".socket"};
  return std::ranges::find(kOwn, rest) != kOwn.end() || rest.starts_with(".version-") ||
         (rest.starts_with('.') && rest.ends_with(".backup"));
}

/// A file, or a folder with all it holds. Links are left alone, and so is what belongs to another user.
void tighten_entry(const fs::path& path, std::vector<std::string>& changed) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0 || S_ISLNK(status.st_mode) || status.st_uid != ::geteuid()) return;
  const bool folder = S_ISDIR(status.st_mode);
  if ((status.st_mode & kOthers) != 0 && ::chmod(path.c_str(), folder ? kOwnerFolder : kOwnerFile) == 0)
    changed.push_back(path.string());
  if (!folder) return;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(path, error)) tighten_entry(entry.path(), changed);
}

}  // namespace

std::string home_of(const std::string& store) {
  std::error_code error;
  fs::path home = store;
  if (fs::is_symlink(home, error)) home = fs::canonical(home, error);
  if (error || fs::hard_link_count(home, error) < 2 || error || has_changes_beside(home)) {
    return error ? store : home.string();
  }
  const fs::path folder = home.parent_path();
  for (const auto& entry : fs::directory_iterator(folder.empty() ? "." : folder, error)) {
    const fs::path other = folder / entry.path().filename();
    if (has_changes_beside(other) && fs::equivalent(other, home, error) && !entry.is_symlink(error))
      return other.string();
  }
  if (locked_by_another(home.string()))
    throw StoreError(SQLITE_BUSY,
                     store + ": a server has this store open under another name. Use that name instead");
  return home.string();
}

StoreLock::StoreLock(const std::string& store, Missing missing) {
  const std::string path = store + ".lock";
  Descriptor name(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kOwnerFile));
  if (!name) throw StoreError(SQLITE_CANTOPEN, path + ": cannot be made");
  if (::flock(name.get(), LOCK_EX | LOCK_NB) != 0)
    throw StoreError(SQLITE_BUSY, store + ": another process is writing to it");
  const int create = missing == Missing::kMake ? O_CREAT : 0;
  Descriptor file(::open(store.c_str(), O_RDWR | O_CLOEXEC | create, kOwnerFile));
  if (!file && errno != ENOENT) throw StoreError(SQLITE_CANTOPEN, store + ": cannot be opened for writing");
  struct ::flock lock = file_lock();
  if (file && ::fcntl(file.get(), F_OFD_SETLK, &lock) != 0)
    throw StoreError(SQLITE_BUSY, store + ": another process is writing to it, under another name");
  name_ = std::move(name);
  file_ = std::move(file);
}

std::vector<std::string> tighten(const std::string& store) {
  std::vector<std::string> changed;
  const fs::path path = store;
  const std::string name = path.filename().string();
  std::error_code error;
  for (const auto& entry :
       fs::directory_iterator(path.parent_path().empty() ? "." : path.parent_path(), error)) {
    const std::string other = entry.path().filename().string();
    if (other.starts_with(name) && belongs_to_store(std::string_view(other).substr(name.size())))
      tighten_entry(path.parent_path() / other, changed);
  }
  std::ranges::sort(changed);
  return changed;
}

}  // namespace fovea::assess
