// A folder for the store of a fuzz target, which goes with it: in memory where the system has such a place, so that no input waits
// until a disk has written it.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace fovea {

class ScratchFolder {
 public:
  ScratchFolder() {
    const std::filesystem::path memory = "/dev/shm";
    std::error_code none;
    // In a container there may be 64 MB of it, for all targets that run at a time.
    const bool roomy = std::filesystem::space(memory, none).available >= (std::uintmax_t{1} << 30) && !none;
    if (roomy && make_in(memory)) return;
    if (!make_in(std::filesystem::temp_directory_path())) std::abort();
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder() { std::filesystem::remove_all(path_); }

  std::string operator/(const char* name) const { return path_ + "/" + name; }

 private:
  bool make_in(const std::filesystem::path& place) {
    path_ = (place / "fovea-fuzz-XXXXXX").string();
    return ::mkdtemp(path_.data()) != nullptr;
  }

  std::string path_;
};

}  // namespace fovea
