#include "files/unnamed_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "files/temporary.h"

namespace fovea {

std::string scratch_folder() {
  const char* const folder = std::getenv("TMPDIR");  // NOLINT(concurrency-mt-unsafe): nothing here sets it
  return folder == nullptr || *folder == '\0' ? "/tmp" : folder;
}

Descriptor open_unnamed_file(const std::string& folder) {
  Descriptor file(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (file) return file;
  // A file system that makes no file without a name: make one and take its name away.
  std::string path = fmt::format("{}/{}XXXXXX", folder, kTemporaryPrefix);
  file = Descriptor(::mkostemp(path.data(), O_CLOEXEC));
  if (!file) fail_to_write(fmt::format("a temporary file in {}", folder));
  ::unlink(path.c_str());
  return file;
}

void write_to_unnamed_file(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) fail_to_write("a temporary file");
    if (written > 0) bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace fovea
