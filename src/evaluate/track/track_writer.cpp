#include "evaluate/track/track_writer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <string_view>
#include <vector>

#include "text/escape.h"

namespace fovea {

namespace {

/// Keys and values, one per line; what is not said is left out.
class TomlText {
 public:
  void line(std::string_view key, const std::string& value) { out += fmt::format("{} = {}\n", key, value); }
  void text(std::string_view key, const std::string& value) {
    if (!value.empty()) line(key, quoted(value));
  }
  void list(std::string_view key, const std::vector<std::string>& values) {
    if (values.empty()) return;
    std::vector<std::string> all;
    for (const std::string& value : values) all.push_back(quoted(value));
    line(key, fmt::format("[{}]", fmt::join(all, ", ")));
  }
  void flag(std::string_view key, const std::optional<bool>& value) {
    if (value) line(key, *value ? "true" : "false");
  }
  template <class Number>
  void number(std::string_view key, const std::optional<Number>& value) {
    if (value) line(key, fmt::format("{}", *value));
  }

  std::string out;

 private:
  /// The escapes of JSON are escapes of TOML.
  static std::string quoted(const std::string& text) {
    std::string value;
    append_json_string(value, text);
    return value;
  }
};

void write_rules(const TrackRules& rules, TomlText& toml) {
  if (rules == TrackRules{}) return;
  toml.out += "\n[rules]\n";
  toml.number("runs_per_participant", rules.runs_per_participant);
  toml.number("runs_per_task", rules.runs_per_task);
  toml.number("runs_per_result_type", rules.runs_per_result_type);
  toml.number("reference_runs_per_task", rules.reference_runs_per_task);
  toml.number("results_per_topic", rules.results_per_topic);
  if (!rules.efficiency_sets.empty())
    toml.line("efficiency_sets", fmt::format("[{}]", fmt::join(rules.efficiency_sets, ", ")));
}

void write_pooling(const TrackPooling& pooling, TomlText& toml) {
  if (pooling.method.empty() && !pooling.size && !pooling.depth && !pooling.budget) return;
  toml.out += "\n[pooling]\n";
  toml.text("method", pooling.method);
  toml.number("size", pooling.size);
  toml.number("depth", pooling.depth);
  toml.number("budget", pooling.budget);
}

void write_run(const TrackRun& run, TomlText& toml) {
  toml.out += "\n[[run]]\n";
  toml.text("file", run.file);
  toml.text("name", run.name);
  toml.text("participant", run.participant);
  if (run.task != nullptr) toml.text("task", std::string(run.task->name));
  toml.text("query", run.query);
  toml.text("result", run.result);
  toml.number("topk", run.topk);
  toml.flag("phrases", run.phrases);
  toml.flag("reference", run.reference);
  toml.flag("manual", run.manual);
  toml.number("time_ms", run.time_ms);
  toml.text("description", run.description);
  toml.text("environment", run.environment);
  toml.text("chunking", run.chunking);
  if (!run.pool) toml.flag("pool", false);
}

}  // namespace

std::string to_toml(const Track& track) {
  TomlText toml;
  toml.text("title", track.title);
  toml.text("collection", track.collection.value_or(""));
  toml.text("texts", track.texts.value_or(""));
  toml.list("topics", track.topics);
  toml.list("judgements", track.judgements);
  toml.list("second_assessor", track.second_assessor);
  toml.list("grades", track.grades);
  toml.list("questionnaires", track.questionnaires);
  toml.text("curve", track.curve.value_or(""));
  toml.text("environment", track.environment.value_or(""));
  toml.out += "\n[significance]\n";
  toml.text("test", std::string(stats::name_of(track.significance.test)));
  toml.line("tails", track.significance.tails == stats::Tails::kOne ? "1" : "2");
  toml.text("correct", std::string(stats::name_of(track.significance.correction)));
  toml.line("alpha", fmt::format("{}", track.significance.alpha));
  write_rules(track.rules, toml);
  write_pooling(track.pooling, toml);
  for (const TrackRun& run : track.runs) write_run(run, toml);
  return std::move(toml.out);
}

}  // namespace fovea
