// The files in an archive, read in place: .tar, .tar.gz, .tar.zst, .zip and whatever else libarchive knows.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "files/diagnostics.h"
#include "files/input.h"

struct archive;

namespace fovea {

/// ASCII letters in lower case, as the endings of file names are compared.
std::string lower(std::string_view text);

/// Whether a file of this name is read as an archive.
bool is_archive_name(std::string_view name);

class ArchiveReader {
 public:
  /// Opens an archive; what is wrong goes to `diagnostics`, and next() gives nothing.
  ArchiveReader(std::string path, Diagnostics& diagnostics);

  /// The path in the archive of its next regular file; nothing at the end, and after a fault.
  std::optional<std::string> next(Diagnostics& diagnostics);

  /// The content of the file that next() gave, named "ARCHIVE/PATH" in messages. Small files are in memory,
  /// large ones in an unnamed temporary file.
  std::optional<InputFile> read(Diagnostics& diagnostics);

 private:
  void report(Diagnostics& diagnostics);

  std::string path_;
  std::string entry_path_;
  bool ended_ = false;
  std::vector<char> block_;
  std::unique_ptr<archive, int (*)(archive*)> archive_;
};

}  // namespace fovea
