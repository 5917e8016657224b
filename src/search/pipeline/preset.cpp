// Presets: the settings of a pipeline as TOML. Every key is one row of a table, by which presets are read, changed and
// printed; what is no key of [articles] or [score] is a parameter of their model.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <sstream>

#include "files/toml.h"
#include "search/analysis/roles.h"
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

constexpr std::array<std::string_view, 5> kTables{"articles", "candidates", "score", "selection", "cut"};

/// One value of a preset, as text: numbers and words are spelt alike in TOML and in --set. A change that is typed already
/// has its value too.
struct PresetValue {
  Place place;
  std::string key;
  std::string value;
  const SettingValue* typed = nullptr;
};

/// A key, what it may be, and how it is set and printed. An empty text is not printed.
struct PresetKey {
  std::string_view table;
  std::string_view name;
  std::string expected;
  std::function<bool(Pipeline&, std::string_view)> set;
  std::function<std::string(const Pipeline&)> get;
};

template <class Value, class Print>
std::string printed(const Value& value, const Print& print) {
  return print(value);
}
template <class Value, class Print>
std::string printed(const std::optional<Value>& value, const Print& print) {
  return value ? print(*value) : std::string();
}

/// A key whose value `member` finds in a pipeline. `read` makes a value of a text, or nothing; `print` a text of a value.
template <class Member, class Read, class Print>
PresetKey key_of(std::string_view table, std::string_view name, std::string expected, Member member,
                 Read read, Print print) {
  return {table, name, std::move(expected),
          [=](Pipeline& pipeline, std::string_view text) {
            const auto value = read(text);
            if (value) member(pipeline) = *value;
            return value.has_value();
          },
          [=](const Pipeline& pipeline) {
            Pipeline copy = pipeline;
            return printed(member(copy), print);
          }};
}

/// Finds a member, or a member of a member, in a pipeline.
template <class... Members>
auto at(Members... members) {
  return [=](Pipeline& pipeline) -> auto& { return (pipeline.*....*members); };
}

std::optional<std::size_t> whole_number(std::string_view text, std::int64_t least) {
  const auto number = parse_integer(text);
  if (!number || *number < least || *number > kMostResults) return std::nullopt;
  return static_cast<std::size_t>(*number);
}

template <class Member>
PresetKey number_key(std::string_view table, std::string_view name, std::int64_t least, Member member,
                     std::string_view what = "a number") {
  return key_of(
      table, name, fmt::format("{} from {} to {}", what, least, kMostResults), member,
      [=](std::string_view text) { return whole_number(text, least); },
      [](std::uint64_t number) { return std::to_string(number); });
}

template <class Member>
PresetKey weight_key(std::string_view table, std::string_view name, Member member) {
  return key_of(
      table, name, "a number from 0 to 1000", member,
      [](std::string_view text) {
        const auto number = parse_number(text);
        return number && *number >= 0 && *number <= 1000 ? number : std::nullopt;
      },
      [](double number) { return fmt::format("{}", number); });
}

/// A key that is one of some names, in the order of an enumeration's values.
template <class Value, class Member>
PresetKey choice_key(std::string_view table, std::string_view name, std::vector<std::string_view> names,
                     Member member) {
  return key_of(
      table, name, fmt::format("one of: {}", fmt::join(names, ", ")), member,
      [=](std::string_view text) -> std::optional<Value> {
        const auto found = std::ranges::find(names, text);
        if (found == names.end()) return std::nullopt;
        return static_cast<Value>(found - names.begin());
      },
      [=](Value value) { return std::string(names[static_cast<std::size_t>(value)]); });
}

template <class Member>
PresetKey text_key(
    std::string_view table, std::string_view name, std::string expected, Member member,
    bool (*is_valid)(std::string_view) = [](std::string_view) { return true; }) {
  return key_of(
      table, name, std::move(expected), member,
      [=](std::string_view text) { return is_valid(text) ? std::optional(std::string(text)) : std::nullopt; },
      [](const std::string& text) { return text; });
}

std::vector<std::string_view> split_names(std::string_view text) {
  std::vector<std::string_view> names;
  for (;;) {
    text.remove_prefix(std::min(text.size(), text.find_first_not_of(" \t")));
    if (text.empty()) return names;
    names.push_back(text.substr(0, text.find_first_of(" \t")));
    text.remove_prefix(names.back().size());
  }
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

PresetKey depth_key() {
  PresetKey depth = key_of(
      "articles", "depth", fmt::format("a number from 1 to {}, or all", kMostResults), at(&Pipeline::depth),
      [](std::string_view text) { return text == "all" ? kAllArticles : whole_number(text, 1); },
      [](std::size_t number) { return number == kAllArticles ? "all" : std::to_string(number); });
  depth.set = [set = depth.set](Pipeline& pipeline, std::string_view text) {
    if (!set(pipeline, text)) return false;
    pipeline.depth_given = true;
    return true;
  };
  return depth;
}

PresetKey candidates_key() {
  PresetKey kind =
      choice_key<Candidates::Kind>("candidates", "kind",
                                   {"article", "elements", "lca-max", "lca-smallest", "lca-all", "lead",
                                    "first", "start", "words", "sentences", "characters", "best"},
                                   at(&Pipeline::candidates, &Candidates::kind));
  kind.set = [set = kind.set](Pipeline& pipeline, std::string_view text) {
    if (!set(pipeline, text)) return false;
    if (!pipeline.depth_given) pipeline.depth = text == "article" ? 1500 : 500;
    return true;
  };
  return kind;
}

const std::vector<PresetKey>& preset_keys() {
  static const std::vector<PresetKey> kKeys{
      depth_key(),
      text_key("articles", "query", "fields of topics, as title+phrasetitle, or castitle",
               at(&Pipeline::query), are_fields),
      choice_key<Cas>("articles", "cas", {"strict", "vague", "co"}, at(&Pipeline::cas)),
      weight_key("articles", "tags", at(&Pipeline::tag_weight)),
      choice_key<Phrases>("articles", "phrases", {"words", "boost", "must"}, at(&Pipeline::phrases)),
      choice_key<Signs>("articles", "signs", {"drop", "strict"}, at(&Pipeline::signs)),
      text_key("articles", "stop", "a stop list", at(&Pipeline::stop)),
      key_of("articles", "expand",
             "none, rm3(docs=10, terms=10, original=0.5), kl(…), rocchio(docs=17, terms=5, beta=0.75) or "
             "ngrams(docs=10, terms=50, bigrams=20, trigrams=10, original=0.5)",
             at(&Pipeline::expansion), parse_expansion,
             [](const Expansion& expansion) { return to_text(expansion); }),
      text_key("articles", "reference", "a run", at(&Pipeline::reference)),
      candidates_key(),
      text_key("candidates", "roles", "roles: section, paragraph, title, list, block, joining",
               at(&Pipeline::candidates, &Candidates::roles), are_roles),
      text_key("candidates", "tags", "names of elements", at(&Pipeline::candidates, &Candidates::tags)),
      number_key("candidates", "n", 1, at(&Pipeline::candidates, &Candidates::n)),
      number_key("candidates", "step", 1, at(&Pipeline::candidates, &Candidates::step)),
      weight_key("candidates", "cost", at(&Pipeline::candidates, &Candidates::cost)),
      choice_key<Selection::Overlap>("selection", "overlap", {"allow", "best-first", "optimal"},
                                     at(&Pipeline::selection, &Selection::overlap)),
      choice_key<bool>("selection", "rebuild", {"no", "yes"}, at(&Pipeline::selection, &Selection::rebuild)),
      choice_key<Selection::Group>("selection", "group", {"rank", "best", "mean", "reference"},
                                   at(&Pipeline::selection, &Selection::group)),
      choice_key<bool>("selection", "inside", {"order", "score"},
                       at(&Pipeline::selection, &Selection::inside_by_score)),
      number_key("selection", "each", 0, at(&Pipeline::selection, &Selection::each)),
      number_key("cut", "results", 1, at(&Pipeline::results)),
      number_key("cut", "topic", 1, at(&Pipeline::cut, &Cut::topic), "a number of characters"),
      number_key("cut", "article", 1, at(&Pipeline::cut, &Cut::article), "a number of characters"),
      choice_key<bool>("cut", "pad", {"no", "yes"}, at(&Pipeline::cut, &Cut::pad)),
      choice_key<Cut::Bep>("cut", "bep", {"start", "hit", "best", "mean"}, at(&Pipeline::cut, &Cut::bep)),
      choice_key<Cut::Output>("cut", "output", {"element", "passage", "range"},
                              at(&Pipeline::cut, &Cut::output)),
      choice_key<bool>("cut", "whole", {"no", "yes"}, at(&Pipeline::cut, &Cut::whole))};
  return kKeys;
}

bool is_preset_key(std::string_view key) {
  const std::size_t dot = key.find('.');
  return std::ranges::any_of(preset_keys(), [&](const PresetKey& known) {
    return known.table == key.substr(0, dot) && known.name == key.substr(dot + 1);
  });
}

/// Takes settings and reports those that cannot be.
class PresetReader {
 public:
  PresetReader(Pipeline& pipeline, Diagnostics& diagnostics)
      : pipeline_(pipeline), diagnostics_(diagnostics) {}

  void take(std::string_view table, const PresetValue& value) {
    if (std::ranges::find(kTables, table) == kTables.end()) {
      diagnostics_.expected(
          value.place, "unknown-table", quote(table),
          fmt::format("one of: {}{}", fmt::join(kTables, ", "), did_you_mean(table, kTables)));
      return;
    }
    const bool has_model = table == "articles" || table == "score";
    if (has_model && value.key == "model") return take_model(table == "articles", value);
    std::vector<std::string_view> known;
    for (const PresetKey& key : preset_keys()) {
      if (key.table != table) continue;
      known.push_back(key.name);
      if (key.name != value.key) continue;
      if (!key.set(pipeline_, value.value))
        diagnostics_.expected(value.place, "bad-value", quote(value.value),
                              fmt::format("for {} {}", value.key, key.expected));
      return;
    }
    if (has_model) return take_parameter(table == "articles", value);
    diagnostics_.expected(
        value.place, "unknown-key", quote(value.key),
        fmt::format("a key of {}: {}{}", table, fmt::join(known, ", "), did_you_mean(value.key, known)));
  }

 private:
  void take_model(bool articles, const PresetValue& value) {
    if (!articles && value.value == "none") {
      pipeline_.score = nullptr;
      pipeline_.score_settings.clear();
      return;
    }
    std::vector<std::string_view> known;
    if (!articles) known.push_back("none");
    const Model* model = nullptr;
    for (const Model* each : all_models()) {
      if (!(articles ? ranks_articles(*each) : can_score_units(*each))) continue;
      known.push_back(each->name);
      if (each->name == value.value) model = each;
    }
    if (model == nullptr) {
      diagnostics_.expected(
          value.place, "unknown-model", quote(value.value),
          fmt::format("one of: {}{}", fmt::join(known, ", "), did_you_mean(value.value, known)));
      return;
    }
    // Parameters belong to the model they were given for.
    if (articles) {
      if (model != pipeline_.model) pipeline_.settings.clear();
      pipeline_.model = model;
    } else {
      if (model != pipeline_.score) pipeline_.score_settings.clear();
      pipeline_.score = model;
    }
  }

  void take_parameter(bool articles, const PresetValue& value) {
    const Model* const model = articles ? pipeline_.model : pipeline_.score;
    if (model == nullptr) {
      diagnostics_.error(value.place, "bad-value",
                         fmt::format("without a model {} means nothing", quote(value.key)));
      return;
    }
    SettingValue typed = value.typed != nullptr ? *value.typed : read_setting(*model, value.key, value.value);
    const std::string fault = setting_fault(*model, value.key, typed);
    if (!fault.empty()) return diagnostics_.error(value.place, "bad-value", fault);
    (articles ? pipeline_.settings : pipeline_.score_settings)[value.key] = std::move(typed);
  }

  Pipeline& pipeline_;
  Diagnostics& diagnostics_;
};

void read_table(const InputFile& file, std::string_view name, const toml::table& table, PresetReader& reader,
                Diagnostics& diagnostics) {
  // The model comes first: parameters are its own.
  for (const bool model : {true, false}) {
    for (const auto& [key, value] : table) {
      if ((key.str() == "model") != model) continue;
      const auto text = toml_text(value);
      if (text) {
        reader.take(name, {toml_place(file, value.source()), std::string(key.str()), *text});
      } else {
        diagnostics.expected(toml_place(file, value.source()), "bad-value", quote(key.str()),
                             "a number or a word in quotes");
      }
    }
  }
}

/// By its own name: other names of tasks may be mistyped tables.
const Task* task_of_table(std::string_view name) {
  const auto found = std::ranges::find(all_tasks(), name, &Task::name);
  return found == all_tasks().end() ? nullptr : &*found;
}

/// The tables of a preset, those of tasks aside, or the tables of one task.
void read_tables(const InputFile& file, const toml::table& tables, Pipeline& pipeline, bool of_task,
                 Diagnostics& diagnostics) {
  PresetReader reader(pipeline, diagnostics);
  for (const auto& [name, node] : tables) {
    const toml::table* const table = node.as_table();
    if (table == nullptr) {
      diagnostics.expected(toml_place(file, name.source()), "unknown-key", quote(name.str()),
                           fmt::format("a table: {}", fmt::join(kTables, ", ")));
    } else if (of_task || task_of_table(name.str()) == nullptr) {
      read_table(file, name.str(), *table, reader, diagnostics);
      if (!of_task && table->empty() && std::ranges::find(kTables, name.str()) == kTables.end())
        reader.take(name.str(), {toml_place(file, name.source()), {}, {}});
    }
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

std::string model_lines(const Model& model, const ModelSettings& settings) {
  std::string text = fmt::format("model = \"{}\"\n", model.name);
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
  read_tables(file, *parsed, pipeline, false, diagnostics);
  for (const auto& [name, node] : *parsed) {
    const Task* const only = task_of_table(name.str());
    if (only == nullptr || node.as_table() == nullptr) continue;
    // Those of other tasks are only checked.
    Pipeline unused = pipeline;
    read_tables(file, *node.as_table(), only == &task ? pipeline : unused, true, diagnostics);
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
  const Model* const model = key.starts_with("articles.") ? pipeline.model
                             : key.starts_with("score.")  ? pipeline.score
                                                          : nullptr;
  const std::string_view name = key.substr(key.find('.') + 1);
  if (model == nullptr || is_preset_key(key)) return {std::string(key), std::string(value)};
  return {std::string(key), read_setting(*model, name, value)};
}

bool change_preset(const SettingChange& change, Pipeline& pipeline, Diagnostics& diagnostics) {
  const std::uint64_t before = diagnostics.errors();
  const std::size_t dot = change.key.find('.');
  PresetValue value;
  value.key = change.key.substr(dot + 1);
  value.value = to_text(change.value);
  value.typed = &change.value;
  PresetReader(pipeline, diagnostics).take(change.key.substr(0, dot), value);
  return diagnostics.errors() == before;
}

std::string to_toml(const Pipeline& pipeline) {
  std::string text;
  for (const std::string_view table : kTables) {
    text += fmt::format("{}[{}]\n", text.empty() ? "" : "\n", table);
    if (table == "articles") text += model_lines(*pipeline.model, pipeline.settings);
    if (table == "score")
      text += pipeline.score == nullptr ? "model = \"none\"\n"
                                        : model_lines(*pipeline.score, pipeline.score_settings);
    for (const PresetKey& key : preset_keys()) {
      if (key.table != table) continue;
      const std::string value = key.get(pipeline);
      if (!value.empty()) text += fmt::format("{} = {}\n", key.name, quoted_unless_number(value));
    }
  }
  return text;
}

#undef FOVEA_PRESETS

}  // namespace fovea::search
