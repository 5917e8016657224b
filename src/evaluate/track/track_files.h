// Files that a track file names: their paths are relative to its folder.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "files/toml.h"

namespace fovea {

/// Whether files can be called so.
bool is_file_name(std::string_view name);
/// The path as seen from here, whether or not there is such a file.
std::string path_beside(const std::string& track, std::string_view name);

/// The path of a file or folder that is there; one that is not is reported.
std::optional<std::string> existing_file(const TomlEntry& entry);
/// Of one text or a list of texts.
std::vector<std::string> existing_files(const TomlEntry& entry);
/// The files that match a pattern, sorted; a pattern without a match is reported.
std::vector<std::string> matching_files(const TomlEntry& entry, const std::string& pattern);

// Kinds of keys.

template <auto Member>
struct TrackFile {
  static void read(const TomlEntry& entry, auto& target) {
    if (auto file = existing_file(entry)) target.*Member = *std::move(file);
  }
  static std::string write(const auto& target) { return TomlText<Member>::write(target); }
};

template <auto Member>
struct TrackFiles {
  static void read(const TomlEntry& entry, auto& target) { target.*Member = existing_files(entry); }
  static std::string write(const auto& target) {
    std::string list;
    for (const std::string& file : target.*Member) list += (list.empty() ? "[" : ", ") + toml_quoted(file);
    return list.empty() ? list : list + "]";
  }
};

/// A file that may be made later.
template <auto Member>
void read_path(const TomlEntry& entry, auto& target) {
  if (const auto name = entry.text()) target.*Member = path_beside(entry.in.file, *name);
}

}  // namespace fovea
