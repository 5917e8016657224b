// Output that appears whole or not at all.
//
// Bytes go to a Temporary beside the target and commit() renames it into place; without commit() the target is
// as it was and nothing is left behind. A link is written through: what it leads to is replaced and the link
// stays; one that leads nowhere is an error. A device or a pipe cannot be replaced and is written to. "-" is
// standard output, where commit() only flushes.
#pragma once

#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

#include "files/temporary.h"

namespace fovea {

class OutputFile {
 public:
  /// Throws std::system_error when the file cannot be made; so do write() and commit() when it cannot be
  /// written (a full disk). What is at `path` is replaced if it is of the same `kind`: text, or binary data of that name
  /// (replaced.h); else OutputRefused is thrown.
  explicit OutputFile(std::string path, std::string_view kind = {});
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  void write(std::string_view bytes);
  void commit();

 private:
  std::string path_;
  std::optional<Temporary> temporary_;
  std::FILE* stream_ = nullptr;
};

}  // namespace fovea
