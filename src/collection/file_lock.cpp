#include "collection/file_lock.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace fovea {

namespace {

/// Whether `path` is still the name of the open file.
bool names_file(const std::string& path, int descriptor) {
  struct stat named {};
  struct stat opened {};
  return ::stat(path.c_str(), &named) == 0 && ::fstat(descriptor, &opened) == 0 &&
         named.st_dev == opened.st_dev && named.st_ino == opened.st_ino;
}

}  // namespace

FileLock::FileLock(FileLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

FileLock::~FileLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

FileLock FileLock::take(const std::string& path, Part part, short kind, int command) {
  for (;;) {
    FileLock lock;
    lock.descriptor_ = ::open(path.c_str(), (kind == F_WRLCK ? O_RDWR : O_RDONLY) | O_CLOEXEC);
    if (lock.descriptor_ < 0) return {};
    struct flock range {};
    range.l_type = kind;
    range.l_whence = SEEK_SET;
    range.l_start = static_cast<off_t>(part);
    range.l_len = 1;
    int result = 0;
    do {
      result = ::fcntl(lock.descriptor_, command, &range);
    } while (result != 0 && errno == EINTR);
    if (result != 0) return {};
    if (names_file(path, lock.descriptor_)) return lock;
    // Replaced while we waited: lock its successor.
  }
}

FileLock FileLock::shared(const std::string& path, Part part) {
  return take(path, part, F_RDLCK, F_OFD_SETLKW);
}

FileLock FileLock::exclusive(const std::string& path, Part part) {
  return take(path, part, F_WRLCK, F_OFD_SETLKW);
}

FileLock FileLock::try_exclusive(const std::string& path, Part part) {
  return take(path, part, F_WRLCK, F_OFD_SETLK);
}

}  // namespace fovea
