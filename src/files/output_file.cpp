#include "files/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <utility>

#include "files/replaced.h"

namespace fovea {

OutputFile::OutputFile(std::string path, std::string_view kind) : path_(std::move(path)) {
  if (path_ == "-") {
    stream_ = stdout;
    return;
  }
  const std::string target = behind_links(path_);
  refuse_other_kind(target, kind);
  struct stat status {};
  if (::stat(target.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
    stream_ = std::fopen(target.c_str(), "wbe");
  } else {
    temporary_.emplace(Temporary::Kind::kFile, target);
    const int own = ::fcntl(temporary_->descriptor(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (own >= 0) stream_ = ::fdopen(own, "wb");
  }
  if (stream_ == nullptr) fail_to_write(path_);
}

OutputFile::~OutputFile() {
  if (stream_ != nullptr && stream_ != stdout) std::fclose(stream_);
}

void OutputFile::write(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), stream_) != bytes.size()) fail_to_write(path_);
}

void OutputFile::commit() {
  if (std::fflush(stream_) != 0) fail_to_write(path_);
  if (!temporary_) return;
  if (::fsync(::fileno(stream_)) != 0) fail_to_write(path_);
  if (std::fclose(std::exchange(stream_, nullptr)) != 0) fail_to_write(path_);
  temporary_->put_in_place();
}

}  // namespace fovea
