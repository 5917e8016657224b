// The keys of [[run]] in a track file, and what those who send in a run are asked for: one list for both.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fovea {

struct TomlEntry;
struct TrackRun;

/// kChoice is one of the answers that are offered, kSeveral one or more of them.
enum class RunKeyKind : std::uint8_t { kText, kLongText, kTask, kChoice, kSeveral, kFlag, kNumber, kFile };

struct RunKey {
  std::string_view name = {};
  /// As TomlKey has them.
  void (*read)(const TomlEntry& entry, TrackRun& run) = nullptr;
  std::string (*write)(const TrackRun& run) = nullptr;
  RunKeyKind kind = RunKeyKind::kText;
  /// What people are asked; empty for what only organisers say.
  std::string_view question = {};
  /// The answers to choose from, separated by commas.
  std::string_view offers = {};
  bool required = false;
};

/// In the order in which people are asked.
std::span<const RunKey> run_keys();
/// nullptr when there is none of this name.
const RunKey* run_key_named(std::string_view name);
/// The answers that a key offers, one by one.
std::vector<std::string_view> offers_of(const RunKey& key);
/// The answer that `text` is, in upper or lower case; nothing when it is none.
std::optional<std::string_view> offered(const RunKey& key, std::string_view text);

}  // namespace fovea
