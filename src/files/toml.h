// TOML files: tracks, presets, roles, environments and forms. All of them are read here, because a table is destroyed
// recursively: without a limit, one key of 50,000 parts overflows the stack. toml++ limits arrays and inline tables only.
#pragma once

#include <toml++/toml.h>

#include <cstddef>
#include <optional>
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

}  // namespace fovea
