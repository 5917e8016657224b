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
      .question = "Query fields used",
      .offers = "CO, CAS, title, castitle, description, narrative"},
     {.name = "result",
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

}  // namespace

std::span<const RunKey> run_keys() {
  return kRunKeys;
}

const RunKey* run_key_named(std::string_view name) {
  const auto* const found = std::ranges::find(kRunKeys, name, &RunKey::name);
  return found == kRunKeys.end() ? nullptr : found;
}

}  // namespace fovea
