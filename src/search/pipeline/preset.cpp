// Presets: the settings of a pipeline as TOML. The list of keys of each table is all there is to it: presets are read, changed and
// printed by it; what is no key of [articles] or [score] is a parameter of their model.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "files/toml.h"
#include "search/analysis/roles.h"
#include "search/analysis/stemmer.h"
#include "search/models/unit_model.h"
#include "search/pipeline/pipeline.h"
#include "text/nearest.h"
#include "text/numbers.h"
#include "topics/topic.h"

// Laid down by cmake/embed.cmake, for each preset that CMakeLists.txt lists.
// clang-format off
#define FOVEA_PRESETS(PRESET) \
  PRESET(reference) PRESET(otago) PRESET(emse) PRESET(peking) PRESET(lia) PRESET(qut) PRESET(lip6) PRESET(doshisha) \
  PRESET(helsinki) PRESET(isi) PRESET(upf) PRESET(rmit) PRESET(radboud) PRESET(amsterdam) PRESET(renmin) \
  PRESET(ujm) PRESET(waterloo) PRESET(default) PRESET(passages)
// clang-format on
#define FOVEA_DECLARE_PRESET(name)         \
  extern const char fovea_preset_##name[]; \
  extern const char fovea_preset_##name##_end[];
extern "C" {
FOVEA_PRESETS(FOVEA_DECLARE_PRESET)
}
#undef FOVEA_DECLARE_PRESET

namespace fovea::search {

namespace {

constexpr std::int64_t kMostResults = 1'000'000;
/// Deep enough for "all".
constexpr std::size_t kAllArticles = UINT32_MAX;

// ---- Kinds of keys ----

/// The member that has the value of a key: Pipeline::depth, or Cut::bep in Pipeline::cut.
template <auto... Members>
auto& at(auto& pipeline) {
  return (pipeline.*....*Members);
}

/// Numbers and words are spelt alike in TOML and in --set: `read` makes a value of a text, or nothing.
template <class Value, class Read>
void take(const TomlEntry& entry, Value& value, std::string_view expected, const Read& read) {
  const auto text = toml_text(entry.node);
  if (!text) return entry.wrong(quote(entry.key), "a number or a word in quotes");
  if (const auto found = read(*text)) {
    value = *found;
  } else {
    entry.wrong(quote(*text), fmt::format("for {} {}", entry.key, expected));
  }
}

std::string quoted_unless_number(std::string_view value) {
  if (parse_number(value)) return std::string(value);
  const auto plain = [](unsigned char c) { return c >= ' ' && c < 0x7F && c != '"' && c != '\\'; };
  if (std::ranges::all_of(value, plain)) return fmt::format("\"{}\"", value);
  std::ostringstream text;
  text << toml::value<std::string>(std::string(value));
  return text.str();
}

std::optional<std::size_t> whole_number(std::string_view text, std::int64_t least) {
  const auto number = parse_integer(text);
  if (!number || *number < least || *number > kMostResults) return std::nullopt;
  return static_cast<std::size_t>(*number);
}

template <std::int64_t Least, auto... Members>
struct Number {
  static void read(const TomlEntry& entry, Pipeline& pipeline) { read_as("a number", entry, pipeline); }
  static void read_as(std::string_view what, const TomlEntry& entry, Pipeline& pipeline) {
    take(entry, at<Members...>(pipeline), fmt::format("{} from {} to {}", what, Least, kMostResults),
         [](std::string_view text) { return whole_number(text, Least); });
  }
  static std::string write(const Pipeline& pipeline) {
    const std::optional<std::uint64_t> number = at<Members...>(pipeline);
    return number ? std::to_string(*number) : std::string();
  }
};

template <auto... Members>
struct Characters : Number<1, Members...> {
  static void read(const TomlEntry& entry, Pipeline& pipeline) {
    Number<1, Members...>::read_as("a number of characters", entry, pipeline);
  }
};

template <auto... Members>
struct Weight {
  static void read(const TomlEntry& entry, Pipeline& pipeline) {
    take(entry, at<Members...>(pipeline), "a number from 0 to 1000", [](std::string_view text) {
      const auto number = parse_number(text);
      return number && *number >= 0 && *number <= 1000 ? number : std::nullopt;
    });
  }
  static std::string write(const Pipeline& pipeline) { return fmt::format("{}", at<Members...>(pipeline)); }
};

/// One of some names, in the order of the values.
template <const auto& Names, auto... Members>
struct OneOf {
  static void read(const TomlEntry& entry, Pipeline& pipeline) {
    auto& value = at<Members...>(pipeline);
    using Value = typename decltype(std::optional(value))::value_type;
    take(entry, value, fmt::format("one of: {}", fmt::join(Names, ", ")),
         [](std::string_view text) -> std::optional<Value> {
           const auto found = std::ranges::find(Names, text);
           if (found == Names.end()) return std::nullopt;
           return static_cast<Value>(found - Names.begin());
         });
  }
  static std::string write(const Pipeline& pipeline) {
    const std::optional value(at<Members...>(pipeline));
    return value ? fmt::format("\"{}\"", Names[static_cast<std::size_t>(*value)]) : std::string();
  }
};
template <class Enum, auto... Members>
using Choice = OneOf<kNamesOf<Enum>, Members...>;
constexpr std::array<std::string_view, 2> kNoYes{"no", "yes"};
constexpr std::array<std::string_view, 2> kOrderScore{"order", "score"};

bool is_anything(std::string_view) {
  return true;
}

template <const auto& Expected, bool (*IsValid)(std::string_view), auto... Members>
struct Words {
  static void read(const TomlEntry& entry, Pipeline& pipeline) {
    take(entry, at<Members...>(pipeline), Expected, [](std::string_view text) {
      return IsValid(text) ? std::optional(std::string(text)) : std::nullopt;
    });
  }
  static std::string write(const Pipeline& pipeline) {
    const std::string& text = at<Members...>(pipeline);
    return text.empty() ? text : quoted_unless_number(text);
  }
};

std::vector<std::string_view> split_names(std::string_view text) {
  std::vector<std::string_view> names;
  for (;;) {
    text.remove_prefix(std::min(text.size(), text.find_first_not_of(" \t")));
    if (text.empty()) return names;
    names.push_back(text.substr(0, text.find_first_of(" \t")));
    text.remove_prefix(names.back().size());
  }
}

bool are_categories(std::string_view text) {
  constexpr std::string_view kElement = "element:";
  return text == "none" || (text.starts_with(kElement) && text.size() > kElement.size());
}

bool is_stemmer_or_any(std::string_view text) {
  return text == "any" || is_stemmer(text);
}

bool are_roles(std::string_view text) {
  return std::ranges::all_of(split_names(text),
                             [](std::string_view name) { return role_named(name).has_value(); });
}

bool are_fields(std::string_view text) {
  if (text == "castitle") return true;
  for (bool more = true; more;) {
    const std::size_t plus = text.find('+');
    const TopicField* const field = find_topic_field(text.substr(0, plus));
    if (field == nullptr || field->text == &Topic::castitle) return false;
    more = plus != std::string_view::npos;
    if (more) text.remove_prefix(plus + 1);
  }
  return true;
}

// ---- The keys ----

void read_depth(const TomlEntry& entry, Pipeline& pipeline) {
  const std::uint64_t before = entry.in.diagnostics.errors();
  take(entry, pipeline.depth, fmt::format("a number from 1 to {}, or all", kMostResults),
       [](std::string_view text) { return text == "all" ? kAllArticles : whole_number(text, 1); });
  pipeline.depth_given = pipeline.depth_given || entry.in.diagnostics.errors() == before;
}

std::string write_depth(const Pipeline& pipeline) {
  return pipeline.depth == kAllArticles ? "\"all\"" : std::to_string(pipeline.depth);
}

void read_expansion(const TomlEntry& entry, Pipeline& pipeline) {
  take(entry, pipeline.expansion,
       "none, rm3(docs=10, terms=10, original=0.5), kl(…), rocchio(docs=17, terms=5, beta=0.75) or "
       "ngrams(docs=10, terms=50, bigrams=20, trigrams=10, original=0.5)",
       parse_expansion);
}

using CandidatesKind = Choice<Candidates::Kind, &Pipeline::candidates, &Candidates::kind>;

void read_candidates_kind(const TomlEntry& entry, Pipeline& pipeline) {
  const std::uint64_t before = entry.in.diagnostics.errors();
  CandidatesKind::read(entry, pipeline);
  if (!pipeline.depth_given && entry.in.diagnostics.errors() == before)
    pipeline.depth = pipeline.candidates.kind == Candidates::Kind::kArticle ? 1500 : 500;
}

/// The model of a step, with its parameters; those belong to the model they were given for.
template <bool Articles>
void read_model(const TomlEntry& entry, Pipeline& pipeline) {
  const Model*& model = Articles ? pipeline.model : pipeline.score;
  ModelSettings& settings = Articles ? pipeline.settings : pipeline.score_settings;
  const auto text = toml_text(entry.node);
  if (!text) return entry.wrong(quote(entry.key), "a number or a word in quotes");
  std::vector<std::string_view> known;
  if (!Articles) known.push_back("none");
  const Model* found = nullptr;
  for (const Model* each : all_models()) {
    if (!(Articles ? ranks_articles(*each) : can_score_units(*each))) continue;
    known.push_back(each->name);
    if (each->name == *text) found = each;
  }
  if (found == nullptr && (Articles || *text != "none")) {
    entry.in.diagnostics.expected(
        entry.place(), "unknown-model", quote(*text),
        fmt::format("one of: {}{}", fmt::join(known, ", "), did_you_mean(*text, known)));
    return;
  }
  if (found != model) settings.clear();
  model = found;
}

template <bool Articles>
std::string write_model(const Pipeline& pipeline) {
  const Model* const model = Articles ? pipeline.model : pipeline.score;
  return fmt::format("\"{}\"", model == nullptr ? "none" : model->name);
}

constexpr std::string_view kAsFields = "fields of topics, as title+phrasetitle, or castitle";
constexpr std::string_view kAsStemmer = "a stemmer of indexes, or any";
constexpr std::string_view kAsCategories = "element:NAME, or none";
constexpr std::string_view kAsStopList = "a stop list";
constexpr std::string_view kAsRun = "a run";
constexpr std::string_view kAsRoles = "roles: section, paragraph, title, list, block, joining";
constexpr std::string_view kAsTags = "names of elements";

using PresetKey = TomlKey<Pipeline>;
constexpr PresetKey kArticlesKeys[] = {
    {"model", read_model<true>, write_model<true>},
    {"depth", read_depth, write_depth},
    {"query", Words<kAsFields, are_fields, &Pipeline::query>()},
    {"cas", Choice<Cas, &Pipeline::cas>()},
    {"tags", Weight<&Pipeline::tag_weight>()},
    {"stem", Words<kAsStemmer, is_stemmer_or_any, &Pipeline::stem>()},
    {"phrases", Choice<Phrases, &Pipeline::phrases>()},
    {"signs", Choice<Signs, &Pipeline::signs>()},
    {"stop", Words<kAsStopList, is_anything, &Pipeline::stop>()},
    {"expand", read_expansion,
     [](const Pipeline& pipeline) { return quoted_unless_number(to_text(pipeline.expansion)); }},
    {"categories", Words<kAsCategories, are_categories, &Pipeline::categories>()},
    {"category_weight", Weight<&Pipeline::category_weight>()},
    {"reference", Words<kAsRun, is_anything, &Pipeline::reference>()}};
constexpr PresetKey kCandidatesKeys[] = {
    {"kind", read_candidates_kind, CandidatesKind::write},
    {"roles", Words<kAsRoles, are_roles, &Pipeline::candidates, &Candidates::roles>()},
    {"tags", Words<kAsTags, is_anything, &Pipeline::candidates, &Candidates::tags>()},
    {"n", Number<1, &Pipeline::candidates, &Candidates::n>()},
    {"step", Number<1, &Pipeline::candidates, &Candidates::step>()},
    {"cost", Weight<&Pipeline::candidates, &Candidates::cost>()}};
constexpr PresetKey kScoreKeys[] = {{"model", read_model<false>, write_model<false>}};
constexpr PresetKey kSelectionKeys[] = {
    {"overlap", Choice<Selection::Overlap, &Pipeline::selection, &Selection::overlap>()},
    {"rebuild", OneOf<kNoYes, &Pipeline::selection, &Selection::rebuild>()},
    {"group", Choice<Selection::Group, &Pipeline::selection, &Selection::group>()},
    {"inside", OneOf<kOrderScore, &Pipeline::selection, &Selection::inside_by_score>()},
    {"each", Number<0, &Pipeline::selection, &Selection::each>()}};
constexpr PresetKey kCutKeys[] = {{"results", Number<1, &Pipeline::results>()},
                                  {"topic", Characters<&Pipeline::cut, &Cut::topic>()},
                                  {"article", Characters<&Pipeline::cut, &Cut::article>()},
                                  {"pad", OneOf<kNoYes, &Pipeline::cut, &Cut::pad>()},
                                  {"bep", Choice<Cut::Bep, &Pipeline::cut, &Cut::bep>()},
                                  {"output", Choice<Cut::Output, &Pipeline::cut, &Cut::output>()},
                                  {"whole", OneOf<kNoYes, &Pipeline::cut, &Cut::whole>()}};

/// A table of a preset. What is no key of one with a model is a parameter of it.
struct PresetTable {
  std::string_view name;
  std::span<const PresetKey> keys;
  const Model* Pipeline::*model = nullptr;
  ModelSettings Pipeline::*settings = nullptr;
};
constexpr std::array<PresetTable, 5> kTables{
    {{"articles", kArticlesKeys, &Pipeline::model, &Pipeline::settings},
     {"candidates", kCandidatesKeys},
     {"score", kScoreKeys, &Pipeline::score, &Pipeline::score_settings},
     {"selection", kSelectionKeys},
     {"cut", kCutKeys}}};

std::vector<std::string_view> names_of(const auto& rows) {
  std::vector<std::string_view> names;
  for (const auto& row : rows) names.push_back(row.name);
  return names;
}

const PresetTable* find_table(std::string_view name) {
  const auto found = std::ranges::find(kTables, name, &PresetTable::name);
  return found == kTables.end() ? nullptr : &*found;
}

void report_table(const Place& place, std::string_view name, Diagnostics& diagnostics) {
  const std::vector<std::string_view> known = names_of(kTables);
  diagnostics.expected(place, "unknown-table", quote(name),
                       fmt::format("one of: {}{}", fmt::join(known, ", "), did_you_mean(name, known)));
}

// ---- Reading ----

void set_parameter(const PresetTable& table, std::string_view key, const SettingValue& value,
                   const Place& place, Pipeline& pipeline, Diagnostics& diagnostics) {
  const std::string fault = setting_fault(*(pipeline.*table.model), key, value);
  if (!fault.empty()) return diagnostics.error(place, "bad-value", fault);
  (pipeline.*table.settings)[std::string(key)] = value;
}

void read_parameter(const PresetTable& table, const TomlEntry& entry, Pipeline& pipeline) {
  const Model* const model = pipeline.*table.model;
  const auto text = toml_text(entry.node);
  if (!text) return entry.wrong(quote(entry.key), "a number or a word in quotes");
  if (model == nullptr)
    return entry.in.diagnostics.error(entry.place(), "bad-value",
                                      fmt::format("without a model {} means nothing", quote(entry.key)));
  set_parameter(table, entry.key, read_setting(*model, entry.key, *text), entry.place(), pipeline,
                entry.in.diagnostics);
}

void read_table(const PresetTable& table, const TomlTable& given, Pipeline& pipeline) {
  // They are those of the model, which is read before.
  std::vector<TomlEntry> parameters;
  UnknownTomlKey unknown{.at_value = true};
  const std::string expected =
      fmt::format("a key of {}: {}", table.name, fmt::join(names_of(table.keys), ", "));
  unknown.expected = expected;
  if (table.model != nullptr) {
    unknown.take = [&](const TomlEntry& entry) {
      parameters.push_back(entry);
      return true;
    };
  }
  read_keys(given, table.keys, pipeline, unknown);
  for (const TomlEntry& entry : parameters) read_parameter(table, entry, pipeline);
}

/// By its own name: other names of tasks may be mistyped tables.
const Task* task_of_table(std::string_view name) {
  const auto found = std::ranges::find(all_tasks(), name, &Task::name);
  return found == all_tasks().end() ? nullptr : &*found;
}

/// The tables of a preset, those of tasks aside, or the tables of one task.
void read_tables(const TomlTable& given, bool of_task, Pipeline& pipeline) {
  for (const auto& [key, node] : given.table) {
    const Place place = given.place(key.source());
    const toml::table* const inner = node.as_table();
    const PresetTable* const table = find_table(key.str());
    if (inner == nullptr) {
      given.diagnostics.expected(place, "unknown-key", quote(key.str()),
                                 fmt::format("a table: {}", fmt::join(names_of(kTables), ", ")));
    } else if (table != nullptr) {
      read_table(*table, given.of(*inner), pipeline);
    } else if (of_task || task_of_table(key.str()) == nullptr) {
      for (const auto& [name, value] : *inner)
        report_table(given.place(value.source()), key.str(), given.diagnostics);
      if (!of_task && inner->empty()) report_table(place, key.str(), given.diagnostics);
    }
  }
}

std::string parameter_lines(const Model& model, const ModelSettings& settings) {
  std::string text;
  for (const ModelParameter& parameter : model.parameters) {
    const auto given = settings.find(parameter.name);
    const std::string value =
        given == settings.end() ? std::string(parameter.fallback) : to_text(given->second);
    if (!value.empty()) text += fmt::format("{} = {}\n", parameter.name, quoted_unless_number(value));
  }
  return text;
}

std::string_view between(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

}  // namespace

std::vector<Preset> presets() {
#define FOVEA_PRESET(name) {#name, between(fovea_preset_##name, fovea_preset_##name##_end)},
  return {FOVEA_PRESETS(FOVEA_PRESET)};
#undef FOVEA_PRESET
}

bool read_preset(const InputFile& file, const Task& task, Pipeline& pipeline, Diagnostics& diagnostics) {
  const std::uint64_t before = diagnostics.errors();
  const auto parsed = read_toml(file, "a preset", diagnostics);
  if (!parsed) return false;
  const TomlTable given{file.name(), *parsed, diagnostics};
  read_tables(given, false, pipeline);
  for (const auto& [name, node] : *parsed) {
    const Task* const only = task_of_table(name.str());
    if (only == nullptr || node.as_table() == nullptr) continue;
    // Those of other tasks are only checked.
    Pipeline unused = pipeline;
    read_tables(given.of(*node.as_table()), true, only == &task ? pipeline : unused);
  }
  return diagnostics.errors() == before;
}

bool change_preset(std::string_view text, Pipeline& pipeline, Diagnostics& diagnostics) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || text.substr(0, equals).find('.') == std::string_view::npos) {
    diagnostics.expected({}, "bad-setting", quote(text), "TABLE.KEY=VALUE, as articles.k1=1.2");
    return false;
  }
  return change_preset(read_change(text, pipeline), pipeline, diagnostics);
}

SettingChange read_change(std::string_view text, const Pipeline& pipeline) {
  const std::size_t equals = std::min(text.find('='), text.size());
  const std::string_view key = text.substr(0, equals);
  const std::string_view value = text.substr(std::min(equals + 1, text.size()));
  const std::size_t dot = std::min(key.find('.'), key.size());
  const PresetTable* const table = find_table(key.substr(0, dot));
  const std::string_view name = key.substr(std::min(dot + 1, key.size()));
  const bool parameter = table != nullptr && table->model != nullptr && pipeline.*table->model != nullptr &&
                         std::ranges::find(table->keys, name, &PresetKey::name) == table->keys.end();
  if (!parameter) return {std::string(key), std::string(value)};
  return {std::string(key), read_setting(*(pipeline.*table->model), name, value)};
}

bool change_preset(const SettingChange& change, Pipeline& pipeline, Diagnostics& diagnostics) {
  const std::uint64_t before = diagnostics.errors();
  const std::size_t dot = change.key.find('.');
  const std::string name = change.key.substr(dot + 1);
  const PresetTable* const table = find_table(std::string_view(change.key).substr(0, dot));
  if (table == nullptr) {
    report_table({}, change.key.substr(0, dot), diagnostics);
  } else if (table->model != nullptr && pipeline.*table->model != nullptr &&
             std::ranges::find(table->keys, name, &PresetKey::name) == table->keys.end()) {
    set_parameter(*table, name, change.value, {}, pipeline, diagnostics);
  } else {
    const std::string nowhere;
    const toml::table one{{name, to_text(change.value)}};
    read_table(*table, {nowhere, one, diagnostics}, pipeline);
  }
  return diagnostics.errors() == before;
}

std::string to_toml(const Pipeline& pipeline) {
  std::string text;
  for (const PresetTable& table : kTables) {
    text += fmt::format("{}[{}]\n", text.empty() ? "" : "\n", table.name);
    // A model comes first, with its parameters.
    const std::size_t before = table.model == nullptr ? 0 : 1;
    text += write_keys(table.keys.first(before), pipeline);
    if (table.model != nullptr && pipeline.*table.model != nullptr)
      text += parameter_lines(*(pipeline.*table.model), pipeline.*table.settings);
    text += write_keys(table.keys.subspan(before), pipeline);
  }
  return text;
}

#undef FOVEA_PRESETS

}  // namespace fovea::search
