// Output that appears whole or not at all.
//
// Bytes go to a file beside the target and commit() renames it into place; without commit() the target is
// as it was and nothing is left behind. "-" is standard output, where commit() only flushes.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace fovea {

class OutputFile {
 public:
  /// Throws std::system_error when the file cannot be made; so do write() and commit() when it cannot be
  /// written (a full disk).
  explicit OutputFile(std::string path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  void write(std::string_view bytes);
  void commit();

 private:
  std::string path_;
  std::string temporary_;
  std::FILE* stream_ = nullptr;
};

}  // namespace fovea
