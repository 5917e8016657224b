// Presets: the settings of a pipeline as TOML. Every key is one row of a table, by which presets are read, changed and
// printed; what is no key of [articles] or [score] is a parameter of their model.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <sstream>

#include "files/toml.h"
#include "search/analysis/roles.h"
#include "search/models/unit_model.h"
#include "search/ranking/pipeline.h"
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

/// One value of a preset, as text: numbers and words are spelt alike in TOML and in --set.
struct PresetValue {
  Place place;
  std::string key;
  std::string value;
};

/// A key, what it may be, and how it is set and told. An empty text is not printed.
struct PresetKey {
  std::string_view table;
  std::string_view name;
  std::string expected;
  std::function<bool(Pipeline&, std::string_view)> set;
  std::function<std::string(const Pipeline&)> get;
};

/// A key that is a number from `least` on; `member` finds it in a pipeline.
template <class Member>
PresetKey number_key(std::string_view table, std::string_view name, std::int64_t least, Member member) {
  return {table, name, fmt::format("a number from {} to {}", least, kMostResults),
          [=](Pipeline& pipeline, std::string_view text) {
            const auto number = parse_integer(text);
            if (!number || *number < least || *number > kMostResults) return false;
            member(pipeline) = static_cast<std::size_t>(*number);
            return true;
          },
          [=](const Pipeline& pipeline) {
            Pipeline copy = pipeline;
            return std::to_string(member(copy));
          }};
}

/// Characters of an answer; empty: what the task has.
PresetKey limit_key(std::string_view name, std::optional<std::uint64_t> Cut::*limit) {
  return {"cut", name, fmt::format("a number of characters from 1 to {}", kMostResults),
          [=](Pipeline& pipeline, std::string_view text) {
            const auto number = parse_integer(text);
            if (!number || *number < 1 || *number > kMostResults) return false;
            pipeline.cut.*limit = static_cast<std::uint64_t>(*number);
            return true;
          },
          [=](const Pipeline& pipeline) {
            const auto& value = pipeline.cut.*limit;
            return value ? std::to_string(*value) : std::string();
          }};
}

/// A key that is one of some names, in the order of an enumeration's values.
template <class Value, class Member>
PresetKey choice_key(std::string_view table, std::string_view name, std::vector<std::string_view> names,
                     Member member) {
  return {table, name, fmt::format("one of: {}", fmt::join(names, ", ")),
          [=](Pipeline& pipeline, std::string_view text) {
            const auto found = std::ranges::find(names, text);
            if (found == names.end()) return false;
            member(pipeline) = static_cast<Value>(found - names.begin());
            return true;
          },
          [=](const Pipeline& pipeline) {
            Pipeline copy = pipeline;
            return std::string(names[static_cast<std::size_t>(Value(member(copy)))]);
          }};
}

template <class Member>
PresetKey text_key(std::string_view table, std::string_view name, std::string expected,
                   std::function<bool(std::string_view)> check, Member member) {
  return {table, name, std::move(expected),
          [=](Pipeline& pipeline, std::string_view text) {
            if (!check(text)) return false;
            member(pipeline) = std::string(text);
            return true;
          },
          [=](const Pipeline& pipeline) {
            Pipeline copy = pipeline;
            return member(copy);
          }};
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

void add_article_keys(std::vector<PresetKey>& keys) {
  keys.push_back({"articles", "depth", fmt::format("a number from 1 to {}, or all", kMostResults),
                  [](Pipeline& pipeline, std::string_view text) {
                    const auto number = parse_integer(text);
                    if (text != "all" && (!number || *number < 1 || *number > kMostResults)) return false;
                    pipeline.depth = number ? static_cast<std::size_t>(*number) : kAllArticles;
                    pipeline.depth_given = true;
                    return true;
                  },
                  [](const Pipeline& pipeline) {
                    return pipeline.depth == kAllArticles ? "all" : std::to_string(pipeline.depth);
                  }});
  keys.push_back(text_key("articles", "query", "fields of topics, as title+phrasetitle, or castitle",
                          are_fields, [](Pipeline& pipeline) -> std::string& { return pipeline.query; }));
  keys.push_back(choice_key<Cas>("articles", "cas", {"strict", "vague", "co"},
                                 [](Pipeline& pipeline) -> Cas& { return pipeline.cas; }));
  keys.push_back({"articles", "tags", "a number from 0 to 1000",
                  [](Pipeline& pipeline, std::string_view text) {
                    const auto number = parse_number(text);
                    if (!number || !(*number >= 0 && *number <= 1000)) return false;
                    pipeline.tag_weight = *number;
                    return true;
                  },
                  [](const Pipeline& pipeline) { return fmt::format("{}", pipeline.tag_weight); }});
  keys.push_back(choice_key<Phrases>("articles", "phrases", {"words", "boost", "must"},
                                     [](Pipeline& pipeline) -> Phrases& { return pipeline.phrases; }));
  keys.push_back(choice_key<Signs>("articles", "signs", {"drop", "strict"},
                                   [](Pipeline& pipeline) -> Signs& { return pipeline.signs; }));
  const auto any = [](std::string_view) { return true; };
  keys.push_back(text_key("articles", "stop", "a stop list", any,
                          [](Pipeline& pipeline) -> std::string& { return pipeline.stop; }));
  keys.push_back(
      {"articles", "expand",
       "none, rm3(docs=10, terms=10, original=0.5), kl(…), rocchio(docs=17, terms=5, beta=0.75) or "
       "ngrams(docs=10, terms=50, bigrams=20, trigrams=10, original=0.5)",
       [](Pipeline& pipeline, std::string_view text) {
         const auto expansion = parse_expansion(text);
         if (expansion) pipeline.expansion = *expansion;
         return expansion.has_value();
       },
       [](const Pipeline& pipeline) { return to_text(pipeline.expansion); }});
  keys.push_back(text_key("articles", "reference", "a run", any,
                          [](Pipeline& pipeline) -> std::string& { return pipeline.reference; }));
}

void add_candidate_keys(std::vector<PresetKey>& keys) {
  PresetKey kind = choice_key<Candidates::Kind>(
      "candidates", "kind",
      {"article", "elements", "lca-max", "lca-smallest", "lca-all", "lead", "first", "start", "words",
       "sentences", "characters", "best"},
      [](Pipeline& pipeline) -> Candidates::Kind& { return pipeline.candidates.kind; });
  kind.set = [set = kind.set](Pipeline& pipeline, std::string_view text) {
    if (!set(pipeline, text)) return false;
    if (!pipeline.depth_given) pipeline.depth = text == "article" ? 1500 : 500;
    return true;
  };
  keys.push_back(std::move(kind));
  keys.push_back(text_key("candidates", "roles", "roles: section, paragraph, title, list, block, joining",
                          are_roles,
                          [](Pipeline& pipeline) -> std::string& { return pipeline.candidates.roles; }));
  keys.push_back(text_key(
      "candidates", "tags", "names of elements", [](std::string_view) { return true; },
      [](Pipeline& pipeline) -> std::string& { return pipeline.candidates.tags; }));
  keys.push_back(number_key("candidates", "n", 1,
                            [](Pipeline& pipeline) -> std::size_t& { return pipeline.candidates.n; }));
  keys.push_back(number_key("candidates", "step", 1,
                            [](Pipeline& pipeline) -> std::size_t& { return pipeline.candidates.step; }));
  keys.push_back({"candidates", "cost", "a number from 0 to 1000",
                  [](Pipeline& pipeline, std::string_view text) {
                    const auto number = parse_number(text);
                    if (!number || !(*number >= 0 && *number <= 1000)) return false;
                    pipeline.candidates.cost = *number;
                    return true;
                  },
                  [](const Pipeline& pipeline) { return fmt::format("{}", pipeline.candidates.cost); }});
}

void add_selection_keys(std::vector<PresetKey>& keys) {
  PresetKey overlap =
      choice_key<Selection::Overlap>("selection", "overlap", {"allow", "best-first", "optimal"},
                                     [](Pipeline& pipeline) -> Selection::Overlap& {
                                       if (!pipeline.selection.overlap)
                                         pipeline.selection.overlap = Selection::Overlap::kAllow;
                                       return *pipeline.selection.overlap;
                                     });
  overlap.get = [get = overlap.get](const Pipeline& pipeline) {
    return pipeline.selection.overlap ? get(pipeline) : std::string();
  };
  keys.push_back(std::move(overlap));
  keys.push_back(choice_key<bool>("selection", "rebuild", {"no", "yes"},
                                  [](Pipeline& pipeline) -> bool& { return pipeline.selection.rebuild; }));
  keys.push_back(choice_key<Selection::Group>(
      "selection", "group", {"rank", "best", "mean", "reference"},
      [](Pipeline& pipeline) -> Selection::Group& { return pipeline.selection.group; }));
  keys.push_back(choice_key<bool>("selection", "inside", {"order", "score"}, [](Pipeline& pipeline) -> bool& {
    return pipeline.selection.inside_by_score;
  }));
  keys.push_back(number_key("selection", "each", 0,
                            [](Pipeline& pipeline) -> std::size_t& { return pipeline.selection.each; }));
}

void add_cut_keys(std::vector<PresetKey>& keys) {
  keys.push_back(
      number_key("cut", "results", 1, [](Pipeline& pipeline) -> std::size_t& { return pipeline.results; }));
  keys.push_back(limit_key("topic", &Cut::topic));
  keys.push_back(limit_key("article", &Cut::article));
  PresetKey pad = choice_key<bool>("cut", "pad", {"no", "yes"}, [](Pipeline& pipeline) -> bool& {
    if (!pipeline.cut.pad) pipeline.cut.pad = false;
    return *pipeline.cut.pad;
  });
  pad.get = [get = pad.get](const Pipeline& pipeline) {
    return pipeline.cut.pad ? get(pipeline) : std::string();
  };
  keys.push_back(std::move(pad));
  keys.push_back(choice_key<Cut::Bep>("cut", "bep", {"start", "hit", "best", "mean"},
                                      [](Pipeline& pipeline) -> Cut::Bep& { return pipeline.cut.bep; }));
  keys.push_back(
      choice_key<Cut::Output>("cut", "output", {"element", "passage", "range"},
                              [](Pipeline& pipeline) -> Cut::Output& { return pipeline.cut.output; }));
  keys.push_back(choice_key<bool>("cut", "whole", {"no", "yes"},
                                  [](Pipeline& pipeline) -> bool& { return pipeline.cut.whole; }));
}

const std::vector<PresetKey>& preset_keys() {
  static const std::vector<PresetKey> kKeys = [] {
    std::vector<PresetKey> keys;
    add_article_keys(keys);
    add_candidate_keys(keys);
    add_selection_keys(keys);
    add_cut_keys(keys);
    return keys;
  }();
  return kKeys;
}

/// Takes settings; says what cannot be.
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
    const std::string fault = setting_fault(*model, value.key, value.value);
    if (!fault.empty()) return diagnostics_.error(value.place, "bad-value", fault);
    (articles ? pipeline_.settings : pipeline_.score_settings)[value.key] = value.value;
  }

  Pipeline& pipeline_;
  Diagnostics& diagnostics_;
};

/// A value as --set spells it; nothing for a table or a list.
std::optional<std::string> spelling(const toml::node& node) {
  if (auto text = node.value_exact<std::string>()) return text;
  if (const auto number = node.value_exact<std::int64_t>()) return std::to_string(*number);
  if (const auto number = node.value_exact<double>()) return fmt::format("{}", *number);
  if (const auto truth = node.value_exact<bool>()) return *truth ? "yes" : "no";
  return std::nullopt;
}

void read_table(const InputFile& file, std::string_view name, const toml::table& table, PresetReader& reader,
                Diagnostics& diagnostics) {
  // The model comes first: parameters are its own.
  for (const bool model : {true, false}) {
    for (const auto& [key, value] : table) {
      if ((key.str() == "model") != model) continue;
      const auto text = spelling(value);
      if (text) {
        reader.take(name, {toml_place(file, value.source()), std::string(key.str()), *text});
      } else {
        diagnostics.expected(toml_place(file, value.source()), "bad-value", quote(key.str()),
                             "a number or a word in quotes");
      }
    }
  }
}

/// [task.table] for one task: read for it, else only checked.
void read_task_tables(const InputFile& file, const toml::table& tables, Pipeline& pipeline,
                      Diagnostics& diagnostics) {
  PresetReader reader(pipeline, diagnostics);
  for (const auto& [name, node] : tables) {
    if (const toml::table* const table = node.as_table()) {
      read_table(file, name.str(), *table, reader, diagnostics);
    } else {
      diagnostics.expected(toml_place(file, name.source()), "unknown-key", quote(name.str()),
                           fmt::format("a table: {}", fmt::join(kTables, ", ")));
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
    const std::string_view value = setting(model, settings, parameter.name);
    if (!value.empty()) text += fmt::format("{} = {}\n", parameter.name, quoted_unless_number(value));
  }
  return text;
}

/// By its own name: other names of tasks may be mistyped tables.
const Task* task_of_table(std::string_view name) {
  const auto found = std::ranges::find(all_tasks(), name, &Task::name);
  return found == all_tasks().end() ? nullptr : &*found;
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
  PresetReader reader(pipeline, diagnostics);
  for (const auto& [name, node] : *parsed) {
    const toml::table* const table = node.as_table();
    if (table == nullptr) {
      diagnostics.expected(toml_place(file, name.source()), "unknown-key", quote(name.str()),
                           fmt::format("a table: {}", fmt::join(kTables, ", ")));
    } else if (task_of_table(name.str()) == nullptr) {
      read_table(file, name.str(), *table, reader, diagnostics);
      if (table->empty() && std::ranges::find(kTables, name.str()) == kTables.end())
        reader.take(name.str(), {toml_place(file, name.source()), {}, {}});
    }
  }
  for (const auto& [name, node] : *parsed) {
    const Task* const only = task_of_table(name.str());
    if (only == nullptr || node.as_table() == nullptr) continue;
    Pipeline unused = pipeline;
    read_task_tables(file, *node.as_table(), only == &task ? pipeline : unused, diagnostics);
  }
  return diagnostics.errors() == before;
}

bool change_preset(std::string_view text, Pipeline& pipeline, Diagnostics& diagnostics) {
  const std::uint64_t before = diagnostics.errors();
  const std::size_t equals = text.find('=');
  const std::size_t dot = text.substr(0, equals).find('.');
  if (equals == std::string_view::npos || dot == std::string_view::npos) {
    diagnostics.expected({}, "bad-setting", quote(text), "TABLE.KEY=VALUE, as articles.k1=1.2");
    return false;
  }
  PresetValue value;
  value.key = text.substr(dot + 1, equals - dot - 1);
  value.value = text.substr(equals + 1);
  PresetReader(pipeline, diagnostics).take(text.substr(0, dot), value);
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
