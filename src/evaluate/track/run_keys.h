// The keys of [[run]] in a track file, and what those who send in a run are asked for: one table for both.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace fovea {

enum class RunKeyKind : std::uint8_t { kText, kLongText, kTask, kFlag, kNumber, kFile };

struct RunKey {
  std::string_view name;
  RunKeyKind kind = RunKeyKind::kText;
  /// What people are asked; empty for what only organisers say.
  std::string_view question = {};
  /// Answers that are offered beside others, separated by commas.
  std::string_view offers = {};
  bool required = false;
};

/// In the order in which people are asked.
std::span<const RunKey> run_keys();
/// nullptr when there is none of this name.
const RunKey* run_key_named(std::string_view name);

}  // namespace fovea
