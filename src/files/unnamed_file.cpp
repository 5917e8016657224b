#include "files/unnamed_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

namespace fovea {

int open_unnamed_file() {
  const char* folder = std::getenv("TMPDIR");  // NOLINT(concurrency-mt-unsafe): nothing here sets it
  if (folder == nullptr || *folder == '\0') folder = "/tmp";
  int fd = ::open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (fd >= 0) return fd;
  // A file system that makes no file without a name.
  std::string path = fmt::format("{}/fovea-XXXXXX", folder);
  fd = ::mkostemp(path.data(), O_CLOEXEC);
  if (fd < 0)
    throw std::system_error(errno, std::generic_category(),
                            fmt::format("cannot make a temporary file in {}", folder));
  ::unlink(path.c_str());
  return fd;
}

void write_to_unnamed_file(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) {
      throw std::system_error(errno, std::generic_category(), "cannot write a temporary file");
    }
    if (written > 0) bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace fovea
