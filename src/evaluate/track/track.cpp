// The list of keys of each table of a track file, by which it is read, written and hinted at; those of [[run]] are in
// run_keys.cpp.
#include "evaluate/track/track.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>

#include "evaluate/topic_groups.h"
#include "evaluate/track/run_keys.h"
#include "evaluate/track/track_files.h"

namespace fovea {

namespace {

namespace fs = std::filesystem;

// ---- [significance] ----

/// One of the names of an enumeration, which the message lists.
template <auto Member>
struct PlanChoice {
  static void read(const TomlEntry& entry, TrackSignificance& plan) {
    using Enum = std::remove_reference_t<decltype(plan.*Member)>;
    const auto name = entry.text();
    const auto value = name ? named<Enum>(*name) : std::nullopt;
    if (value) plan.*Member = *value;
    if (name && !value) entry.other_value(either_of(kNamesOf<Enum>));
  }
  static std::string write(const TrackSignificance& plan) { return TomlChoice<Member>::write(plan); }
};

void read_tails(const TomlEntry& entry, TrackSignificance& plan) {
  const auto number = entry.count(1);
  if (!number || *number > 2) return entry.other_value("1 or 2");
  plan.tails = *number == 1 ? stats::Tails::kOne : stats::Tails::kTwo;
}

void read_alpha(const TomlEntry& entry, TrackSignificance& plan) {
  const auto number = entry.node.value<double>();
  if (!number || !(*number > 0 && *number < 1)) return entry.other_value("a number between 0 and 1");
  plan.alpha = *number;
}

constexpr TomlKey<TrackSignificance> kSignificanceKeys[] = {
    {"runs", PlanChoice<&TrackSignificance::runs>()},
    {"test", PlanChoice<&TrackSignificance::test>()},
    {"tails", read_tails,
     [](const TrackSignificance& plan) { return std::string(plan.tails == stats::Tails::kOne ? "1" : "2"); }},
    {"correct", PlanChoice<&TrackSignificance::correction>()},
    {"alpha", read_alpha, [](const TrackSignificance& plan) { return fmt::format("{}", plan.alpha); }},
};

void read_significance(const TomlEntry& entry, Track& track) {
  const toml::table* const table = entry.table("a [significance] table");
  if (table == nullptr) return;
  TrackSignificance& plan = track.significance;
  const TomlTable given = entry.in.of(*table);
  read_keys(given, kSignificanceKeys, plan);
  if (plan.test == stats::PairTest::kTukey && plan.tails == stats::Tails::kOne)
    given.wrong(*table->get("tails"), "another value for 'tails'", "2, as Tukey's test is two-tailed");
  plan.interval =
      plan.test == stats::PairTest::kBootstrap ? stats::IntervalKind::kBootstrap : stats::IntervalKind::kT;
}

// ---- [rules] ----

template <auto Limit>
struct RuleLimit {
  static void read(const TomlEntry& entry, TrackRules& rules) {
    const auto limit = entry.count(0);
    limit ? void(rules.*Limit = limit) : entry.other_value("a whole number, 0 or more");
  }
  static std::string write(const TrackRules& rules) { return TomlCount<Limit>::write(rules); }
};

void read_sets(const TomlEntry& entry, TrackRules& rules) {
  const toml::array* const list = entry.node.as_array();
  if (list == nullptr) return entry.other_kind("a list of whole numbers, 1 or more");
  for (const toml::node& node : *list) {
    const auto set = entry.item(node).count(1);
    set ? rules.efficiency_sets.push_back(*set) : entry.item(node).other_kind("whole numbers, 1 or more");
  }
}

constexpr TomlKey<TrackRules> kRuleKeys[] = {
    {"runs_per_participant", RuleLimit<&TrackRules::runs_per_participant>()},
    {"runs_per_task", RuleLimit<&TrackRules::runs_per_task>()},
    {"runs_per_result_type", RuleLimit<&TrackRules::runs_per_result_type>()},
    {"reference_runs_per_task", RuleLimit<&TrackRules::reference_runs_per_task>()},
    {"results_per_topic", RuleLimit<&TrackRules::results_per_topic>()},
    {"efficiency_sets", read_sets,
     [](const TrackRules& rules) {
       return rules.efficiency_sets.empty() ? std::string()
                                            : fmt::format("[{}]", fmt::join(rules.efficiency_sets, ", "));
     }},
};

void read_rules(const TomlEntry& entry, Track& track) {
  if (const toml::table* const table = entry.table("a table [rules]"))
    read_keys(entry.in.of(*table), kRuleKeys, track.rules);
}

// ---- [pooling] ----

void read_method(const TomlEntry& entry, TrackPooling& pooling) {
  TomlText<&TrackPooling::method>::read(entry, pooling);
  if (entry.node.is_string()) pooling.place = entry.place();
}

constexpr TomlKey<TrackPooling> kPoolingKeys[] = {
    {"method", read_method, TomlText<&TrackPooling::method>::write},
    {"size", TomlCount<&TrackPooling::size>()},
    {"depth", TomlCount<&TrackPooling::depth>()},
    {"budget", TomlCount<&TrackPooling::budget>()},
};

void read_pooling(const TomlEntry& entry, Track& track) {
  const toml::table* const table = entry.table("a [pooling] table");
  if (table == nullptr) return;
  const TomlTable given = entry.in.of(*table);
  TrackPooling& pooling = track.pooling;
  read_keys(given, kPoolingKeys, pooling);
  if (pooling.budget && (pooling.size || pooling.depth))
    given.wrong(*table->get("budget"), "a budget beside a size or depth", "one in their place");
}

// ---- [assess], [limits], [[suggestion]], [[topic]] ----

/// Names stay what they are; files are seen from here.
void read_forms(const TomlEntry& entry, TrackAssessment& assessment) {
  const toml::array* const list = entry.node.as_array();
  if (list == nullptr) return entry.wrong("'forms' as one value", "a list of forms");
  for (const toml::node& item : *list) {
    const auto name = item.value_exact<std::string>();
    if (!name || !is_file_name(*name)) {
      entry.item(item).wrong("another kind of value in 'forms'", "the name of a form, or a file");
      continue;
    }
    const std::string file = path_beside(entry.in.file, *name);
    std::error_code error;
    assessment.forms.push_back(fs::exists(file, error) ? file : *name);
  }
}

constexpr TomlKey<TrackAssessment> kAssessKeys[] = {
    {"store", read_path<&TrackAssessment::store>},
    {"mode", TomlChoice<&TrackAssessment::mode>()},
    {"order", TomlChoice<&TrackAssessment::order>()},
    {"blind", TomlFlag<&TrackAssessment::blind>()},
    {"forms", read_forms},
};

void read_assess(const TomlEntry& entry, Track& track) {
  if (const toml::table* const table = entry.table("an [assess] table"))
    read_keys(entry.in.of(*table), kAssessKeys, track.assess);
}

void read_limits(const TomlEntry& entry, Track& track) {
  const toml::table* const table = entry.table("a [limits] table");
  if (table == nullptr) return;
  for (const auto& [key, node] : *table) {
    const TomlEntry limit{entry.in, key.str(), node, entry.in.place(key.source())};
    const auto value = limit.count(1);
    value ? track.limits.push_back({std::string(key.str()), *value, limit.key_place})
          : limit.other_kind("a whole number, 1 or more");
  }
}

constexpr TomlKey<TrackSuggestion> kSuggestionKeys[] = {
    {"file", TrackFile<&TrackSuggestion::file>()},
    {"name", TomlText<&TrackSuggestion::name>()},
    {"show", TomlChoice<&TrackSuggestion::show>()},
};

void read_suggestions(const TomlEntry& entry, Track& track) {
  for (const toml::table* const table : entry.tables()) {
    const TomlTable given = entry.in.of(*table);
    TrackSuggestion suggestion;
    read_keys(given, kSuggestionKeys, suggestion);
    if (!table->get_as<std::string>("file") || suggestion.name.empty()) {
      given.missing("a suggestion without 'file' or 'name'", "both");
    } else if (!suggestion.file.empty()) {
      track.suggestions.push_back(std::move(suggestion));
    }
  }
}

constexpr TomlKey<TrackTopic> kTopicKeys[] = {{"id", TomlText<&TrackTopic::id>()},
                                              {"author", TomlText<&TrackTopic::author>()}};

void read_topics(const TomlEntry& entry, Track& track) {
  for (const toml::table* const table : entry.tables()) {
    const TomlTable given = entry.in.of(*table);
    TrackTopic topic;
    read_keys(given, kTopicKeys, topic);
    table->get_as<std::string>("id") ? track.authored.push_back(std::move(topic))
                                     : given.missing("a topic without 'id'", "the id of a topic");
  }
}

// ---- [[run]] ----

void read_runs(const TomlEntry& entry, Track& track) {
  for (const toml::table* const table : entry.tables()) {
    const TomlTable given = entry.in.of(*table);
    TrackRun run;
    run.place = given.place(table->source());
    read_keys(given, run_keys(), run);
    // A task that nobody knows was reported.
    if (run.task == nullptr && table->get_as<std::string>("task")) continue;
    const toml::node* const file = table->get("file");
    if (file == nullptr || !file->is_string()) {
      given.missing("a run without 'file'", "the name of its file");
      continue;
    }
    for (std::string& each : matching_files({given, "file", *file, {}}, std::exchange(run.file, {}))) {
      track.runs.push_back(run);
      track.runs.back().file = std::move(each);
    }
  }
}

// ---- The file ----

void read_groups(const TomlEntry& entry, Track& track) {
  const auto add = [&](const TomlEntry& item) {
    const auto by = item.text();
    if (by && !groups_by_names(*by)) return item.other_value("'topic:FIELD' or 'answer:QUESTION'");
    if (by) track.groups.push_back(*by);
  };
  const toml::array* const list = entry.node.as_array();
  if (list == nullptr) return add(entry);
  for (const toml::node& node : *list) add(entry.item(node));
}

constexpr TomlKey<Track> kTrackKeys[] = {
    {"title", TomlText<&Track::title>()},
    {"collection", TrackFile<&Track::collection>()},
    {"texts", TrackFile<&Track::texts>()},
    {"topics", TrackFiles<&Track::topics>()},
    {"judgements", TrackFiles<&Track::judgements>()},
    {"second_assessor", TrackFiles<&Track::second_assessor>()},
    {"grades", TrackFiles<&Track::grades>()},
    {"questionnaires", TrackFiles<&Track::questionnaires>()},
    {"groups", read_groups,
     [](const Track& track) {
       std::string list;
       for (const std::string& by : track.groups) list += (list.empty() ? "[" : ", ") + toml_quoted(by);
       return list.empty() ? list : list + "]";
     }},
    {"curve", TrackFile<&Track::curve>()},
    {"environment", TrackFile<&Track::environment>()},
    {"rules", read_rules},
    {"significance", read_significance},
    // A track may name the pool that is about to be made from its runs.
    {"pool", read_path<&Track::pool>},
    {"pooling", read_pooling},
    {"index", TrackFile<&Track::index>::read},
    {"assess", read_assess},
    {"limits", read_limits},
    {"suggestion", read_suggestions},
    {"topic", read_topics},
    {"run", read_runs},
};

}  // namespace

std::vector<std::string> track_keys() {
  std::vector<std::string> names;
  const auto add = [&](std::string_view table, const auto& keys) {
    for (const auto& key : keys)
      names.push_back(table.empty() ? std::string(key.name) : fmt::format("{}.{}", table, key.name));
  };
  add("", kTrackKeys);
  add("rules", kRuleKeys);
  add("significance", kSignificanceKeys);
  add("pooling", kPoolingKeys);
  add("assess", kAssessKeys);
  add("suggestion", kSuggestionKeys);
  add("topic", kTopicKeys);
  add("run", run_keys());
  return names;
}

std::optional<Track> read_track(const std::string& path, Diagnostics& diagnostics, RunsExpected runs) {
  const auto input = InputFile::open(path, diagnostics);
  return input ? read_track(*input, diagnostics, runs) : std::nullopt;
}

std::optional<Track> read_track(const InputFile& input, Diagnostics& diagnostics, RunsExpected runs) {
  const auto table = read_toml(input, "a track file", diagnostics);
  if (!table) return std::nullopt;
  const TomlTable given{input.name(), *table, diagnostics};
  Track track;
  track.title = fs::path(input.name()).stem().string();
  read_keys(given, kTrackKeys, track);
  const toml::node* const listed = table->get("run");
  const bool none = listed == nullptr || (listed->is_array() && listed->as_array()->empty());
  if (none && runs == RunsExpected::kSome) {
    diagnostics.expected(listed == nullptr ? Place{input.name(), 1, 1} : given.place(listed->source()),
                         "missing-key", "no [[run]]", "at least one run");
  }
  return track;
}

std::string to_toml(const Track& track) {
  std::string out = write_keys(kTrackKeys, track);
  const auto add = [&](std::string_view head, const std::string& lines) {
    if (!lines.empty()) out += fmt::format("\n{}\n{}", head, lines);
  };
  add("[significance]", write_keys(kSignificanceKeys, track.significance));
  add("[rules]", write_keys(kRuleKeys, track.rules));
  add("[pooling]", write_keys(kPoolingKeys, track.pooling));
  for (const TrackRun& run : track.runs) add("[[run]]", write_keys(run_keys(), run));
  return out;
}

}  // namespace fovea
