#include "evaluate/track/track_files.h"

#include <fmt/format.h>
#include <glob.h>

#include <filesystem>
#include <span>
#include <system_error>

#include "files/replaced.h"

namespace fovea {

namespace {

namespace fs = std::filesystem;

/// A pattern that matches `name` only.
std::string literal(std::string_view name) {
  std::string pattern;
  for (const char c : name) {
    if (std::string_view("*?[\\").find(c) != std::string_view::npos) pattern += '\\';
    pattern += c;
  }
  return pattern;
}

std::vector<std::string> files_like(const std::string& pattern) {
  std::vector<std::string> found;
  std::error_code error;
  glob_t matches{};
  // Only ~ in a pattern would make it unsafe among threads, and is not asked for.
  // NOLINTNEXTLINE(concurrency-mt-unsafe)
  if (::glob(pattern.c_str(), 0, nullptr, &matches) == 0) {
    for (const char* file : std::span(matches.gl_pathv, matches.gl_pathc)) {
      if (fs::is_regular_file(file, error)) found.emplace_back(file);
    }
  }
  ::globfree(&matches);
  return found;
}

}  // namespace

bool is_file_name(std::string_view name) {
  return !name.empty() && name.find('\0') == std::string_view::npos;
}

std::string path_beside(const std::string& track, std::string_view name) {
  return (fs::path(track).parent_path() / name).string();
}

std::optional<std::string> existing_file(const TomlEntry& entry) {
  const auto name = entry.text();
  if (!name) return std::nullopt;
  std::string file = path_beside(entry.in.file, *name);
  std::error_code error;
  if (is_file_name(*name) && fs::exists(file, error)) {
    // Also what this command has no need to read is not for it to write over.
    remember_input(file);
    return file;
  }
  entry.in.diagnostics.expected(entry.place(), "missing-file",
                                fmt::format("{} = {}, which does not exist", entry.key, quote(*name)),
                                fmt::format("a file or folder beside {}", entry.in.file));
  return std::nullopt;
}

std::vector<std::string> existing_files(const TomlEntry& entry) {
  std::vector<std::string> found;
  const auto add = [&](const TomlEntry& item) {
    if (!item.node.is_string()) return item.other_kind("a file name or a list of them");
    if (auto file = existing_file(item)) found.push_back(*std::move(file));
  };
  if (const toml::array* const list = entry.node.as_array()) {
    for (const toml::node& item : *list) add(entry.item(item));
  } else {
    add(entry);
  }
  return found;
}

std::vector<std::string> matching_files(const TomlEntry& entry, const std::string& pattern) {
  std::vector<std::string> found;
  const std::string& track = entry.in.file;
  std::error_code error;
  if (is_file_name(pattern)) {
    const std::string plain = path_beside(track, pattern);
    // The folder of the track file is no part of the pattern, whatever characters its name has.
    const std::string folder = fs::path(track).parent_path().string();
    const bool beside = !folder.empty() && pattern.front() != '/';
    found = fs::is_regular_file(plain, error)
                ? std::vector{plain}
                : files_like(beside ? literal(folder) + "/" + pattern : pattern);
  }
  if (found.empty()) {
    entry.in.diagnostics.expected(entry.place(), "missing-file",
                                  fmt::format("file = {}, which no file matches", quote(pattern)),
                                  fmt::format("a run file beside {}", track));
  }
  for (const std::string& file : found) remember_input(file);
  return found;
}

}  // namespace fovea
