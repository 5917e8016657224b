#include "evaluate/track/run_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "evaluate/track/track.h"
#include "evaluate/track/track_files.h"

namespace fovea {

namespace {

using enum RunKeyKind;

void read_task(const TomlEntry& entry, TrackRun& run) {
  const auto name = entry.text();
  if (!name) return;
  run.task = task_named(*name);
  if (run.task == nullptr)
    entry.in.diagnostics.expected(entry.place(), "unknown-task", "task = " + quote(*name),
                                  "one of " + task_names() + "; its runs are left out");
}

void read_topk(const TomlEntry& entry, TrackRun& run) {
  run.topk = entry.count(1);
  if (!run.topk) entry.other_value("a whole number, 1 or more");
}

void read_time(const TomlEntry& entry, TrackRun& run) {
  const auto time = entry.node.value<double>();
  const bool possible = time && std::isfinite(*time) && *time >= 0;
  possible ? void(run.time_ms = time) : entry.other_value("milliseconds, 0 or more");
}

/// A key of this kind, with what else is known of it.
template <class Kind>
constexpr RunKey key(std::string_view name, Kind, RunKey rest = {}) {
  rest.name = name;
  rest.read = Kind::read;
  rest.write = Kind::write;
  return rest;
}

constexpr std::array<RunKey, 15> kRunKeys = {
    {key("file", TomlText<&TrackRun::file>(), {.kind = kFile}),
     key("name", TomlText<&TrackRun::name>(), {.question = "Name of the run", .required = true}),
     key("participant", TomlText<&TrackRun::participant>()),
     {"task", read_task,
      [](const TrackRun& run) { return run.task == nullptr ? std::string() : toml_quoted(run.task->name); },
      kTask, "Task", "", true},
     key("query", TomlText<&TrackRun::query>(),
         {.kind = kSeveral,
          .question = "Query fields used",
          .offers = "CO, CAS, title, castitle, description, narrative"}),
     key("result", TomlText<&TrackRun::result>(),
         {.kind = kChoice,
          .question = "Result type",
          .offers = "element, passage, range, article",
          .required = true}),
     {"topk", read_topk, TomlCount<&TrackRun::topk>::write, kNumber,
      "Results per topic at most (efficiency: 15, 150 or 1500)"},
     key("phrases", TomlFlag<&TrackRun::phrases>(),
         {.kind = kFlag, .question = "Uses the phrases of the topics"}),
     key("reference", TomlFlag<&TrackRun::reference>(),
         {.kind = kFlag, .question = "Starts from the track's reference run"}),
     key("manual", TomlFlag<&TrackRun::manual>(),
         {.kind = kFlag, .question = "A person helped with the queries or results"}),
     {"time_ms", read_time,
      [](const TrackRun& run) { return run.time_ms ? fmt::format("{}", *run.time_ms) : std::string(); },
      kNumber, "Mean time per topic in milliseconds"},
     key("description", TomlText<&TrackRun::description>(),
         {.kind = kLongText, .question = "Description: what the system does"}),
     key("environment", TomlText<&TrackRun::environment>(),
         {.kind = kLongText, .question = "Environment: processor, memory, disks, software"}),
     key("chunking", TrackFile<&TrackRun::chunking>(), {.kind = kFile}),
     {"pool", TomlFlag<&TrackRun::pool>::read,
      [](const TrackRun& run) { return std::string(run.pool ? "" : "false"); }, kFlag}}};

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
