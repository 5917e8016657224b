// A folder for the store of a fuzz target, which goes with it: in memory where the system has such a place, so that no input waits
// until a disk has written it.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace fovea {

class ScratchFolder {
 public:
  ScratchFolder() {
    const std::filesystem::path memory = "/dev/shm";
    std::error_code error;
    const auto where =
        std::filesystem::is_directory(memory, error) ? memory : std::filesystem::temp_directory_path();
    path_ = (where / "fovea-fuzz-XXXXXX").string();
    if (::mkdtemp(path_.data()) == nullptr) std::abort();
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder() { std::filesystem::remove_all(path_); }

  std::string operator/(const char* name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

}  // namespace fovea
