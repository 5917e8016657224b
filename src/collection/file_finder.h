// The files that the user means: folders with all they hold, single files, archives.
//
// Files come one at a time, folders in the order of their names, so that the same input always gives the same
// collection. Memory holds the names of the folders that are being walked.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collection/archive.h"
#include "files/diagnostics.h"
#include "files/input.h"

namespace fovea {

/// A file that may become a document.
struct FoundFile {
  /// Where it is, for messages: a path, or "ARCHIVE/PATH" for a file in an archive.
  std::string source;
  /// Its path below the folder or in the archive that the user named; of a single file, the path as given.
  std::string relative;
  /// What an archive held, until open() takes it; otherwise the file is still to be opened.
  std::optional<InputFile> content;

  std::optional<InputFile> open(Diagnostics& diagnostics);
};

class FileFinder {
 public:
  /// `only`: shell patterns of file names; files in folders and archives that match none are passed over. A
  /// file that was named itself is always meant.
  FileFinder(std::vector<std::string> inputs, std::vector<std::string> only);

  /// The next file, or nothing at the end. What cannot be read goes to `diagnostics`, and the search goes on.
  std::optional<FoundFile> next(Diagnostics& diagnostics);

  /// Files that matched no pattern so far.
  std::uint64_t passed_over() const { return passed_over_; }

  /// How many files there are to find, without reading any; nothing when archives are among them.
  static std::optional<std::uint64_t> count(const std::vector<std::string>& inputs,
                                            const std::vector<std::string>& only);

 private:
  /// A folder that is being walked: its entries' names in order.
  struct Folder {
    std::string path;
    std::string relative;
    std::string names;
    std::vector<std::uint32_t> begins;
    std::size_t next = 0;
  };

  bool ended() const;
  /// Opens the next input, or handles one entry of what is open; gives a file if it is one.
  std::optional<FoundFile> step(Diagnostics& diagnostics);
  std::optional<FoundFile> start_input(const std::string& input, Diagnostics& diagnostics);
  void open_folder(const std::string& path, const std::string& relative, Diagnostics& diagnostics);
  std::optional<FoundFile> step_folder(Diagnostics& diagnostics);
  std::optional<FoundFile> step_archive(Diagnostics& diagnostics);
  bool wanted(std::string_view name);

  std::vector<std::string> inputs_;
  std::vector<std::string> only_;
  std::size_t next_input_ = 0;
  std::vector<Folder> folders_;
  std::unique_ptr<ArchiveReader> archive_;
  std::uint64_t passed_over_ = 0;
};

}  // namespace fovea
