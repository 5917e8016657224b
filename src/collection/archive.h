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
struct archive_entry;

namespace fovea {

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
  class Content {
   public:
    InputFile input() const;
    /// Bytes in memory.
    std::size_t size() const { return bytes_.size(); }

   private:
    friend class ArchiveReader;
    std::string name_;
    std::string bytes_;
    std::optional<InputFile> spilled_;
  };
  std::optional<Content> read(Diagnostics& diagnostics);

 private:
  void report(Diagnostics& diagnostics);

  std::string path_;
  std::string entry_path_;
  bool ended_ = false;
  std::vector<char> block_;
  std::unique_ptr<archive, int (*)(archive*)> archive_;
};

}  // namespace fovea
