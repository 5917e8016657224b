#include "files/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace fovea {

namespace {
[[noreturn]] void fail(const std::string& path) {
  throw std::system_error(errno, std::generic_category(), fmt::format("cannot write {}", path));
}
}  // namespace

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
  if (path_ == "-") {
    stream_ = stdout;
    return;
  }
  struct stat status {};
  if (::stat(path_.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
    // A device or a pipe cannot be replaced, only written to.
    stream_ = std::fopen(path_.c_str(), "wbe");
    if (stream_ == nullptr) fail(path_);
    return;
  }
  temporary_ = path_ + ".XXXXXX";
  const int fd = ::mkostemp(temporary_.data(), O_CLOEXEC);
  if (fd < 0) fail(path_);
  // mkostemp makes private files; an output gets what the user's umask allows.
  const mode_t mask = ::umask(0);
  ::umask(mask);
  ::fchmod(fd, 0666 & ~mask);
  stream_ = ::fdopen(fd, "wb");
  if (stream_ == nullptr) fail(path_);
}

OutputFile::~OutputFile() {
  if (stream_ == nullptr || stream_ == stdout) return;
  std::fclose(stream_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::write(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), stream_) != bytes.size()) fail(path_);
}

void OutputFile::commit() {
  if (std::fflush(stream_) != 0) fail(path_);
  if (temporary_.empty()) return;
  if (::fsync(::fileno(stream_)) != 0) fail(path_);
  std::FILE* const stream = std::exchange(stream_, nullptr);
  if (std::fclose(stream) != 0 || std::rename(temporary_.c_str(), path_.c_str()) != 0) {
    const int error = errno;
    ::unlink(temporary_.c_str());
    errno = error;
    fail(path_);
  }
}

}  // namespace fovea
