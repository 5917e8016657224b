// A delaying file system for one process, to be loaded with LD_PRELOAD: opening a file below $FOVEA_SLOW_FOLDER, and each read of
// such a file, takes $FOVEA_SLOW_MS milliseconds more, as a request to a distant store does. bench/scale.sh measures with it how
// evaluation in shards bears slow storage.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace {

constexpr std::size_t kDescriptors = 4096;
/// By descriptor, whether it is of a slow file.
std::array<std::atomic<bool>, kDescriptors> slow_descriptors;

void wait_a_request() {
  static const char* const given = std::getenv("FOVEA_SLOW_MS");
  static const long milliseconds = given == nullptr ? 0 : std::atol(given);
  timespec left{milliseconds / 1000, milliseconds % 1000 * 1'000'000};
  while (nanosleep(&left, &left) != 0) {
  }
}

int opened(const char* path, int descriptor) {
  static const char* const folder = std::getenv("FOVEA_SLOW_FOLDER");
  if (descriptor < 0 || static_cast<std::size_t>(descriptor) >= kDescriptors) return descriptor;
  const bool slow = folder != nullptr && std::strncmp(path, folder, std::strlen(folder)) == 0;
  slow_descriptors[static_cast<std::size_t>(descriptor)] = slow;
  if (slow) wait_a_request();
  return descriptor;
}

void before_reading(int descriptor) {
  if (descriptor >= 0 && static_cast<std::size_t>(descriptor) < kDescriptors &&
      slow_descriptors[static_cast<std::size_t>(descriptor)]) {
    wait_a_request();
  }
}

template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

/// The mode of open(), which is given only where a file may be made.
mode_t mode_of(int flags, va_list rest) {
  return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
}

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return opened(path, next<int(const char*, int, ...)>("open")(path, flags, mode));
}

int open64(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return opened(path, next<int(const char*, int, ...)>("open64")(path, flags, mode));
}

int openat(int folder, const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return opened(path, next<int(int, const char*, int, ...)>("openat")(folder, path, flags, mode));
}

ssize_t read(int descriptor, void* into, size_t size) {
  before_reading(descriptor);
  return next<ssize_t(int, void*, size_t)>("read")(descriptor, into, size);
}

ssize_t pread(int descriptor, void* into, size_t size, off_t from) {
  before_reading(descriptor);
  return next<ssize_t(int, void*, size_t, off_t)>("pread")(descriptor, into, size, from);
}

ssize_t pread64(int descriptor, void* into, size_t size, off64_t from) {
  before_reading(descriptor);
  return next<ssize_t(int, void*, size_t, off64_t)>("pread64")(descriptor, into, size, from);
}

}  // extern "C"
