#include "evaluate/track/track.h"

#include <fmt/format.h>
#include <glob.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <span>

#include "evaluate/track/run_keys.h"
#include "files/replaced.h"
#include "files/toml.h"
#include "text/nearest.h"

namespace fovea {

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 20> kTrackKeys = {
    "title", "collection",   "topics",      "judgements", "second_assessor", "grades", "questionnaires",
    "rules", "significance", "run",         "pool",       "index",           "assess", "suggestion",
    "topic", "curve",        "environment", "pooling",    "limits",          "texts"};
constexpr std::array<std::string_view, 5> kAssessKeys = {"store", "mode", "order", "blind", "forms"};
constexpr std::array<std::string_view, 4> kPoolingKeys = {"method", "size", "depth", "budget"};
constexpr std::array<std::string_view, 3> kSuggestionKeys = {"file", "name", "show"};
constexpr std::array<std::string_view, 2> kTopicKeys = {"id", "author"};
constexpr std::array<std::string_view, 4> kSignificanceKeys = {"test", "tails", "correct", "alpha"};

struct RuleKey {
  std::string_view name;
  std::optional<std::uint64_t> TrackRules::*limit;
};
constexpr RuleKey kRuleKeys[] = {{"runs_per_participant", &TrackRules::runs_per_participant},
                                 {"runs_per_task", &TrackRules::runs_per_task},
                                 {"runs_per_result_type", &TrackRules::runs_per_result_type},
                                 {"reference_runs_per_task", &TrackRules::reference_runs_per_task},
                                 {"results_per_topic", &TrackRules::results_per_topic}};

constexpr std::string_view kEfficiencySets = "efficiency_sets";

class TrackReader {
 public:
  TrackReader(const std::string& path, Diagnostics& diagnostics, RunsExpected runs)
      : path_(path), folder_(fs::path(path).parent_path()), diagnostics_(diagnostics), runs_(runs) {}

  Track read(const toml::table& table) {
    check_keys(table, kTrackKeys);
    Track track;
    track.title = text(table, "title").value_or(fs::path(path_).stem().string());
    if (const auto collection = text(table, "collection"))
      track.collection = existing(*table.get("collection"), "collection", *collection);
    if (const auto texts = text(table, "texts")) track.texts = existing(*table.get("texts"), "texts", *texts);
    track.topics = files(table, "topics");
    track.judgements = files(table, "judgements");
    track.second_assessor = files(table, "second_assessor");
    track.grades = files(table, "grades");
    track.questionnaires = files(table, "questionnaires");
    if (const auto curve = text(table, "curve")) track.curve = existing(*table.get("curve"), "curve", *curve);
    if (const auto environment = text(table, "environment"))
      track.environment = existing(*table.get("environment"), "environment", *environment);
    read_rules(table, track.rules);
    read_significance(table, track.significance);
    // A track may name the pool that is about to be made from its runs.
    if (const auto pool = text(table, "pool")) track.pool = (folder_ / *pool).string();
    read_pooling(table, track.pooling);
    if (const auto index = text(table, "index")) track.index = existing(*table.get("index"), "index", *index);
    read_assess(table, track.assess);
    read_limits(table, track.limits);
    each_table(table, "suggestion", [&](const toml::table& given) { read_suggestion(given, track); });
    each_table(table, "topic", [&](const toml::table& given) { read_topic(given, track); });
    read_runs(table, track);
    return track;
  }

 private:
  Place place(const toml::node& node) const {
    return {path_, node.source().begin.line, node.source().begin.column};
  }
  static Place at(const Place& file, const toml::source_position& position) {
    return {file.file, position.line, position.column};
  }

  void check_keys(const toml::table& table, std::span<const std::string_view> known) {
    for (const auto& [key, value] : table) {
      if (std::ranges::find(known, key.str()) != known.end()) continue;
      diagnostics_.error(at({path_}, key.source().begin), "unknown-key",
                         fmt::format("found the key {}, expected one of {}{}", quote(key.str()),
                                     fmt::join(known, ", "), did_you_mean(key.str(), known)));
    }
  }

  void bad_value(const toml::node& node, const std::string& found, std::string_view wanted) {
    diagnostics_.expected(place(node), "bad-value", found, wanted);
  }
  void bad_kind(const toml::node& node, std::string_view key, std::string_view wanted) {
    bad_value(node, fmt::format("another kind of value for '{}'", key), wanted);
  }

  /// The value of a key; nothing where there is none, or, which is reported, one of another kind.
  template <class Value>
  std::optional<Value> value(const toml::table& table, std::string_view key, std::string_view wanted) {
    const toml::node* node = table.get(key);
    if (node == nullptr) return std::nullopt;
    auto found = node->value_exact<Value>();
    if (!found) bad_kind(*node, key, wanted);
    return found;
  }
  std::optional<std::string> text(const toml::table& table, std::string_view key) {
    return value<std::string>(table, key, "a text");
  }
  std::optional<bool> flag(const toml::table& table, std::string_view key) {
    return value<bool>(table, key, "true or false");
  }

  /// The table [key] inside a table, likewise.
  const toml::table* inner_table(const toml::table& table, std::string_view key, std::string_view wanted) {
    const toml::node* node = table.get(key);
    if (node == nullptr) return nullptr;
    if (!node->is_table()) bad_value(*node, fmt::format("'{}' as one value", key), wanted);
    return node->as_table();
  }

  /// The path as seen from here, when there is such a file.
  std::optional<std::string> existing(const toml::node& node, std::string_view key, const std::string& name) {
    const fs::path file = folder_ / name;
    std::error_code error;
    if (is_name(name) && fs::exists(file, error)) {
      // Also what this command has no need to read is not for it to write over.
      remember_input(file.string());
      return file.string();
    }
    diagnostics_.expected(place(node), "missing-file",
                          fmt::format("{} = {}, which does not exist", key, quote(name)),
                          fmt::format("a file or folder beside {}", path_));
    return std::nullopt;
  }

  /// One text or a list of texts.
  std::vector<std::string> files(const toml::table& table, std::string_view key) {
    std::vector<std::string> found;
    const auto add = [&](const toml::node& node) {
      const auto name = node.value_exact<std::string>();
      if (!name) {
        bad_kind(node, key, "a file name or a list of them");
      } else if (auto file = existing(node, key, *name)) {
        found.push_back(std::move(*file));
      }
    };
    const toml::node* node = table.get(key);
    if (node == nullptr) return found;
    if (const toml::array* list = node->as_array()) {
      for (const toml::node& item : *list) add(item);
    } else {
      add(*node);
    }
    return found;
  }

  void read_rules(const toml::table& table, TrackRules& rules) {
    const toml::table* given = inner_table(table, "rules", "a table [rules]");
    if (given == nullptr) return;
    std::vector<std::string_view> known;
    for (const RuleKey& key : kRuleKeys) known.push_back(key.name);
    known.push_back(kEfficiencySets);
    check_keys(*given, known);
    for (const RuleKey& key : kRuleKeys) {
      const toml::node* limit = given->get(key.name);
      if (limit == nullptr) continue;
      const auto value = limit->value_exact<std::int64_t>();
      if (value && *value >= 0) {
        rules.*key.limit = static_cast<std::uint64_t>(*value);
      } else {
        bad_value(*limit, fmt::format("another value for '{}'", key.name), "a whole number, 0 or more");
      }
    }
    const toml::node* const sets = given->get(kEfficiencySets);
    if (sets == nullptr) return;
    const toml::array* const list = sets->as_array();
    if (list == nullptr) return bad_kind(*sets, kEfficiencySets, "a list of whole numbers, 1 or more");
    for (const toml::node& item : *list) {
      const auto value = count(item);
      value ? rules.efficiency_sets.push_back(*value)
            : bad_kind(item, kEfficiencySets, "whole numbers, 1 or more");
    }
  }

  /// A whole number, 1 or more.
  static std::optional<std::uint64_t> count(const toml::node& node) {
    const auto value = node.value_exact<std::int64_t>();
    return value && *value > 0 ? std::optional(static_cast<std::uint64_t>(*value)) : std::nullopt;
  }

  void read_pooling(const toml::table& table, TrackPooling& pooling) {
    const toml::table* const given = inner_table(table, "pooling", "a [pooling] table");
    if (given == nullptr) return;
    check_keys(*given, kPoolingKeys);
    if (auto method = text(*given, "method")) {
      pooling.method = *std::move(method);
      pooling.place = place(*given->get("method"));
    }
    constexpr std::pair<std::string_view, std::optional<std::uint64_t> TrackPooling::*> kNumbers[] = {
        {"size", &TrackPooling::size}, {"depth", &TrackPooling::depth}, {"budget", &TrackPooling::budget}};
    for (const auto& [key, number] : kNumbers) {
      const toml::node* const node = given->get(key);
      if (node == nullptr) continue;
      pooling.*number = count(*node);
      if (!(pooling.*number)) bad_kind(*node, key, "a whole number, 1 or more");
    }
    if (pooling.budget && (pooling.size || pooling.depth))
      bad_value(*given->get("budget"), "a budget beside a size or depth", "one in their place");
  }

  void read_significance(const toml::table& table, stats::ComparisonPlan& plan) {
    const toml::table* const asked = inner_table(table, "significance", "a [significance] table");
    if (asked == nullptr) return;
    check_keys(*asked, kSignificanceKeys);
    const auto wrong = [&](std::string_view key, std::string_view wanted) {
      bad_value(*asked->get(key), fmt::format("another value for '{}'", key), wanted);
    };
    if (const auto name = text(*asked, "test")) {
      const auto test = stats::pair_test_named(*name);
      test ? void(plan.test = *test) : wrong("test", "t, bootstrap, randomisation, wilcoxon or tukey");
    }
    if (const auto name = text(*asked, "correct")) {
      const auto correction = stats::correction_named(*name);
      correction ? void(plan.correction = *correction) : wrong("correct", "none, holm or bonferroni");
    }
    if (const toml::node* const tails = asked->get("tails")) {
      const auto number = tails->value_exact<std::int64_t>();
      const bool known = number && (*number == 1 || *number == 2);
      known ? void(plan.tails = *number == 1 ? stats::Tails::kOne : stats::Tails::kTwo)
            : wrong("tails", "1 or 2");
    }
    if (const toml::node* const alpha = asked->get("alpha")) {
      const auto number = alpha->value<double>();
      number&&* number > 0 && *number < 1 ? void(plan.alpha = *number)
                                          : wrong("alpha", "a number between 0 and 1");
    }
    if (plan.test == stats::PairTest::kTukey && plan.tails == stats::Tails::kOne) {
      wrong("tails", "2, as Tukey's test is two-tailed");
    }
    plan.interval =
        plan.test == stats::PairTest::kBootstrap ? stats::IntervalKind::kBootstrap : stats::IntervalKind::kT;
  }

  void read_assess(const toml::table& table, TrackAssessment& assessment) {
    const toml::table* const assess = inner_table(table, "assess", "an [assess] table");
    if (assess == nullptr) return;
    check_keys(*assess, kAssessKeys);
    if (const auto store = text(*assess, "store")) assessment.store = (folder_ / *store).string();
    choose(*assess, "mode", assessment.mode,
           {{"highlight", AssessMode::kHighlight},
            {"grades-2003", AssessMode::kGrades2003},
            {"grades-2002", AssessMode::kGrades2002}});
    choose(
        *assess, "order", assessment.order,
        {{"prioritised", ItemOrder::kPrioritised}, {"random", ItemOrder::kRandom}, {"id", ItemOrder::kId}});
    assessment.blind = flag(*assess, "blind").value_or(true);
    read_forms(*assess, assessment);
  }

  void read_limits(const toml::table& table, std::vector<TrackLimit>& limits) {
    const toml::table* const given = inner_table(table, "limits", "a [limits] table");
    if (given == nullptr) return;
    for (const auto& [key, node] : *given) {
      const auto value = count(node);
      value ? limits.push_back({std::string(key.str()), *value, at({path_}, key.source().begin)})
            : bad_kind(node, key.str(), "a whole number, 1 or more");
    }
  }

  /// Names stay what they are; files are seen from here.
  void read_forms(const toml::table& assess, TrackAssessment& assessment) {
    const toml::node* const node = assess.get("forms");
    if (node == nullptr) return;
    const toml::array* const list = node->as_array();
    if (list == nullptr) return bad_value(*node, "'forms' as one value", "a list of forms");
    for (const toml::node& item : *list) {
      const auto name = item.value_exact<std::string>();
      if (!name || !is_name(*name)) {
        bad_value(item, "another kind of value in 'forms'", "the name of a form, or a file");
        continue;
      }
      const fs::path file = folder_ / *name;
      std::error_code error;
      assessment.forms.push_back(fs::exists(file, error) ? file.string() : *name);
    }
  }

  void read_suggestion(const toml::table& table, Track& track) {
    check_keys(table, kSuggestionKeys);
    TrackSuggestion suggestion;
    suggestion.name = text(table, "name").value_or("");
    choose(table, "show", suggestion.show,
           {{"never", SuggestionTime::kNever},
            {"after", SuggestionTime::kAfter},
            {"before", SuggestionTime::kBefore}});
    const auto file = text(table, "file");
    if (!file || suggestion.name.empty()) {
      diagnostics_.expected(place(table), "missing-key", "a suggestion without 'file' or 'name'", "both");
      return;
    }
    const auto found = existing(*table.get("file"), "file", *file);
    if (!found) return;
    suggestion.file = *found;
    track.suggestions.push_back(std::move(suggestion));
  }

  void read_topic(const toml::table& table, Track& track) {
    check_keys(table, kTopicKeys);
    const auto id = text(table, "id");
    if (!id) {
      diagnostics_.expected(place(table), "missing-key", "a topic without 'id'", "the id of a topic");
      return;
    }
    track.authored.push_back({*id, text(table, "author").value_or("")});
  }

  /// The value of a key that has few; what it was when there is none.
  template <class Value>
  void choose(const toml::table& table, std::string_view key, Value& value,
              std::initializer_list<std::pair<std::string_view, Value>> choices) {
    const auto name = text(table, key);
    if (!name) return;
    std::vector<std::string_view> names;
    for (const auto& [known, choice] : choices) {
      if (known == *name) {
        value = choice;
        return;
      }
      names.push_back(known);
    }
    bad_value(*table.get(key), fmt::format("{} = {}", key, quote(*name)),
              fmt::format("one of {}", fmt::join(names, ", ")));
  }

  /// The tables of a list [[key]].
  template <class Read>
  void each_table(const toml::table& table, std::string_view key, const Read& read) {
    const toml::node* const node = table.get(key);
    if (node == nullptr) return;
    const toml::array* const list = node->as_array();
    const std::string wanted = fmt::format("[[{}]] tables", key);
    if (list == nullptr) return bad_kind(*node, key, wanted);
    for (const toml::node& item : *list) {
      const toml::table* const given = item.as_table();
      given == nullptr ? bad_kind(item, key, wanted) : read(*given);
    }
  }

  void read_runs(const toml::table& table, Track& track) {
    const toml::node* const runs = table.get("run");
    if (runs == nullptr || (runs->is_array() && runs->as_array()->empty())) {
      if (runs_ == RunsExpected::kPerhaps) return;
      const Place where = runs == nullptr ? Place{path_, 1, 1} : place(*runs);
      diagnostics_.expected(where, "missing-key", "no [[run]]", "at least one run");
      return;
    }
    each_table(table, "run", [&](const toml::table& run) { read_run(run, track); });
  }

  void read_run(const toml::table& table, Track& track) {
    std::vector<std::string_view> known;
    for (const RunKey& key : run_keys()) known.push_back(key.name);
    check_keys(table, known);
    TrackRun run;
    run.place = place(table);
    run.name = text(table, "name").value_or("");
    run.participant = text(table, "participant").value_or("");
    run.query = text(table, "query").value_or("");
    run.result = text(table, "result").value_or("");
    run.phrases = flag(table, "phrases");
    run.reference = flag(table, "reference");
    run.manual = flag(table, "manual");
    run.description = text(table, "description").value_or("");
    run.environment = text(table, "environment").value_or("");
    if (const toml::node* topk = table.get("topk")) {
      if (const auto value = count(*topk)) {
        run.topk = value;
      } else {
        bad_value(*topk, "another value for 'topk'", "a whole number, 1 or more");
      }
    }
    run.pool = flag(table, "pool").value_or(true);
    if (const auto chunking = text(table, "chunking")) {
      run.chunking = existing(*table.get("chunking"), "chunking", *chunking).value_or("");
    }
    if (const toml::node* time = table.get("time_ms")) {
      run.time_ms = time->value<double>();
      if (!run.time_ms || !std::isfinite(*run.time_ms) || *run.time_ms < 0) {
        bad_value(*time, "another value for 'time_ms'", "milliseconds, 0 or more");
        run.time_ms.reset();
      }
    }
    if (const auto task = text(table, "task")) {
      run.task = task_named(*task);
      if (run.task == nullptr) {
        diagnostics_.expected(place(*table.get("task")), "unknown-task", "task = " + quote(*task),
                              "one of " + task_names() + "; its runs are left out");
        return;
      }
    }
    const auto pattern = text(table, "file");
    if (!pattern) {
      diagnostics_.expected(run.place, "missing-key", "a run without 'file'", "the name of its file");
      return;
    }
    for (std::string& file : matching(*pattern, place(*table.get("file")))) {
      remember_input(file);
      run.file = std::move(file);
      track.runs.push_back(run);
    }
  }

  /// The files that a name stands for, sorted.
  std::vector<std::string> matching(const std::string& pattern, const Place& where) {
    std::vector<std::string> found;
    std::error_code error;
    const fs::path plain = folder_ / pattern;
    if (is_name(pattern) && fs::is_regular_file(plain, error)) {
      found.push_back(plain.string());
    } else if (is_name(pattern)) {
      // The folder of the track file is no part of the pattern, whatever characters its name has.
      const bool beside = !folder_.empty() && pattern.front() != '/';
      const std::string whole = beside ? literal(folder_.string()) + "/" + pattern : pattern;
      glob_t matches{};
      // Only ~ in a pattern would make it unsafe among threads, and is not asked for.
      // NOLINTNEXTLINE(concurrency-mt-unsafe)
      if (::glob(whole.c_str(), 0, nullptr, &matches) == 0) {
        for (const char* file : std::span(matches.gl_pathv, matches.gl_pathc)) {
          if (fs::is_regular_file(file, error)) found.emplace_back(file);
        }
      }
      ::globfree(&matches);
    }
    if (found.empty()) {
      diagnostics_.expected(where, "missing-file",
                            fmt::format("file = {}, which no file matches", quote(pattern)),
                            fmt::format("a run file beside {}", path_));
    }
    return found;
  }

  /// Whether files can be called so.
  static bool is_name(std::string_view name) {
    return !name.empty() && name.find('\0') == std::string_view::npos;
  }

  /// A pattern that matches `name` only.
  static std::string literal(std::string_view name) {
    std::string pattern;
    for (const char c : name) {
      if (std::string_view("*?[\\").find(c) != std::string_view::npos) pattern += '\\';
      pattern += c;
    }
    return pattern;
  }

  const std::string& path_;
  fs::path folder_;
  Diagnostics& diagnostics_;
  RunsExpected runs_;
};

}  // namespace

std::optional<Track> read_track(const std::string& path, Diagnostics& diagnostics, RunsExpected runs) {
  const auto input = InputFile::open(path, diagnostics);
  return input ? read_track(*input, diagnostics, runs) : std::nullopt;
}

std::optional<Track> read_track(const InputFile& input, Diagnostics& diagnostics, RunsExpected runs) {
  const auto table = read_toml(input, "a track file", diagnostics);
  if (!table) return std::nullopt;
  return TrackReader(input.name(), diagnostics, runs).read(*table);
}

}  // namespace fovea
