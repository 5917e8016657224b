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
  const std::string target = behind_links(path_);
  struct stat status {};
  if (::stat(target.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
    stream_ = std::fopen(target.c_str(), "wbe");
  } else {
    temporary_.emplace(Temporary::Kind::kFile, target);
    const int own = ::fcntl(temporary_->descriptor(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (own >= 0) stream_ = ::fdopen(own, "wb");
  }
  if (stream_ == nullptr) fail(path_);
}

OutputFile::~OutputFile() {
  if (stream_ != nullptr && stream_ != stdout) std::fclose(stream_);
}

void OutputFile::write(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), stream_) != bytes.size()) fail(path_);
}

void OutputFile::commit() {
  if (std::fflush(stream_) != 0) fail(path_);
  if (!temporary_) return;
  if (::fsync(::fileno(stream_)) != 0) fail(path_);
  if (std::fclose(std::exchange(stream_, nullptr)) != 0) fail(path_);
  temporary_->put_in_place();
}

}  // namespace fovea
