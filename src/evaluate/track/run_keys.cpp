#include "evaluate/track/run_keys.h"

#include <algorithm>
#include <array>

namespace fovea {

namespace {

using enum RunKeyKind;

constexpr std::array<RunKey, 15> kRunKeys = {
    {{.name = "file", .kind = kFile},
     {.name = "name", .question = "Name of the run", .required = true},
     {.name = "participant"},
     {.name = "task", .kind = kTask, .question = "Task", .required = true},
     {.name = "query",
      .kind = kSeveral,
      .question = "Query fields used",
      .offers = "CO, CAS, title, castitle, description, narrative"},
     {.name = "result",
      .kind = kChoice,
      .question = "Result type",
      .offers = "element, passage, range, article",
      .required = true},
     {.name = "topk", .kind = kNumber, .question = "Results per topic at most (efficiency: 15, 150 or 1500)"},
     {.name = "phrases", .kind = kFlag, .question = "Uses the phrases of the topics"},
     {.name = "reference", .kind = kFlag, .question = "Starts from the track's reference run"},
     {.name = "manual", .kind = kFlag, .question = "A person helped with the queries or results"},
     {.name = "time_ms", .kind = kNumber, .question = "Mean time per topic in milliseconds"},
     {.name = "description", .kind = kLongText, .question = "Description: what the system does"},
     {.name = "environment",
      .kind = kLongText,
      .question = "Environment: processor, memory, disks, software"},
     {.name = "chunking", .kind = kFile},
     {.name = "pool", .kind = kFlag}}};

bool same_letters(std::string_view a, std::string_view b) {
  const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::ranges::equal(a, b, {}, small, small);
}

}  // namespace

std::span<const RunKey> run_keys() {
  return kRunKeys;
}

const RunKey* run_key_named(std::string_view name) {
  const auto* const found = std::ranges::find(kRunKeys, name, &RunKey::name);
  return found == kRunKeys.end() ? nullptr : found;
}

std::vector<std::string_view> offers_of(const RunKey& key) {
  constexpr std::string_view kBetween = ", ";
  std::vector<std::string_view> out;
  for (std::string_view rest = key.offers; !rest.empty();) {
    out.push_back(rest.substr(0, rest.find(kBetween)));
    rest.remove_prefix(std::min(out.back().size() + kBetween.size(), rest.size()));
  }
  return out;
}

std::optional<std::string_view> offered(const RunKey& key, std::string_view text) {
  for (const std::string_view each : offers_of(key)) {
    if (same_letters(each, text)) return each;
  }
  return std::nullopt;
}

}  // namespace fovea
