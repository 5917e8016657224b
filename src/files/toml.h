// TOML files: tracks, presets, roles, environments and forms. All of them are read here, because a table is destroyed
// recursively: without a limit, one key of 50,000 parts overflows the stack. toml++ limits arrays and inline tables only.
#pragma once

#include <toml++/toml.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "files/diagnostics.h"
#include "files/input.h"

namespace fovea {

/// A track of some 20,000 runs.
inline constexpr std::size_t kLargestToml = 4 << 20;
/// Parts of a key, and levels of arrays and inline tables; our own files have 3 and 2.
inline constexpr std::size_t kDeepestToml = 16;

/// The table of `file`; nothing if it is too large, too deep or broken, which is reported as an error where `wanted`
/// ("a track file") was expected.
std::optional<toml::table> read_toml(const InputFile& file, std::string_view wanted,
                                     Diagnostics& diagnostics);

/// Where a key or value of `file` is.
Place toml_place(const InputFile& file, const toml::source_region& source);

/// A text, number, true or false ("yes", "no") as text; nothing for other values.
std::optional<std::string> toml_text(const toml::node& node);

/// A key of a table and its value, with their places.
struct TomlEntry {
  std::string_view key;
  const toml::node& node;
  Place key_place;
  Place place;
};

/// A key that a table may have, and what takes its value. A file format is a list of such rows.
struct TomlRow {
  std::string_view key;
  std::function<void(const TomlEntry&)> take;
};

/// How a key without a row is reported: with this code, at the key or at its value, and the nearest known key.
struct UnknownTomlKey {
  std::string_view code = "unknown-key";
  std::string_view expected;
  Place TomlEntry::*where = &TomlEntry::key_place;
};

/// Gives every value of a table to the row of its key.
void read_rows(const InputFile& file, const toml::table& table, std::span<const TomlRow> rows,
               const UnknownTomlKey& unknown, Diagnostics& diagnostics);

}  // namespace fovea
