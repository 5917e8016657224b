#include "search/ranking/pipeline.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <array>
#include <cmath>
#include <sstream>

#include "text/nearest.h"
#include "text/numbers.h"

extern "C" {
extern const char fovea_preset_reference[];
extern const char fovea_preset_reference_end[];
extern const char fovea_preset_otago[];
extern const char fovea_preset_otago_end[];
}

namespace fovea::search {

namespace {

constexpr std::int64_t kMostResults = 1'000'000;

/// One value of a preset, as text: numbers and words are spelt alike in TOML and in --set.
struct PresetValue {
  Place place;
  std::string key;
  std::string value;
};

/// Takes a setting; false, with a message, when it cannot be.
class PresetReader {
 public:
  PresetReader(Pipeline& pipeline, Diagnostics& diagnostics)
      : pipeline_(pipeline), diagnostics_(diagnostics) {}

  void take(std::string_view table, const PresetValue& value) {
    if (table == "articles") return take_article(value);
    if (table == "candidates") {
      if (value.key != "kind") return unknown(value, "candidates", {"kind"});
      if (value.value != "article")
        diagnostics_.expected(value.place, "bad-value", quote(value.value),
                              "article: whole articles are ranked");
      return;
    }
    if (table == "cut") {
      if (value.key != "results") return unknown(value, "cut", {"results"});
      return take_count(value, pipeline_.results);
    }
    static constexpr std::array<std::string_view, 3> kTables{"articles", "candidates", "cut"};
    diagnostics_.expected(value.place, "unknown-table", quote(table),
                          fmt::format("articles, candidates or cut{}", did_you_mean(table, kTables)));
  }

 private:
  void take_article(const PresetValue& value) {
    if (value.key == "model") {
      const Model* const model = find_model(value.value);
      if (model == nullptr) {
        std::vector<std::string_view> known;
        for (const Model* each : all_models()) known.push_back(each->name);
        diagnostics_.expected(
            value.place, "unknown-model", quote(value.value),
            fmt::format("one of: {}{}", fmt::join(known, ", "), did_you_mean(value.value, known)));
        return;
      }
      // Parameters belong to the model they were given for.
      if (model != pipeline_.model) pipeline_.settings.clear();
      pipeline_.model = model;
    } else if (value.key == "depth") {
      take_count(value, pipeline_.depth);
    } else if (value.key == "stop") {
      pipeline_.stop = value.value;
    } else if (value.key == "expand") {
      take_named(value, pipeline_.expansion, parse_expansion(value.value),
                 "none, rm3(docs=10, terms=10, original=0.5), kl(…), rocchio(docs=17, terms=5, beta=0.75) or "
                 "ngrams(docs=10, terms=50, bigrams=20, trigrams=10, original=0.5)");
    } else if (value.key == "phrases") {
      take_named(value, pipeline_.phrases, phrases_named(value.value), "words, boost or must");
    } else if (value.key == "signs") {
      take_named(value, pipeline_.signs, signs_named(value.value), "drop or strict");
    } else {
      const std::string fault = setting_fault(*pipeline_.model, value.key, value.value);
      if (!fault.empty()) return diagnostics_.error(value.place, "bad-value", fault);
      pipeline_.settings[value.key] = value.value;
    }
  }

  void take_count(const PresetValue& value, std::size_t& into) {
    const auto number = parse_integer(value.value);
    if (!number || *number < 1 || *number > kMostResults) {
      diagnostics_.expected(value.place, "bad-value", quote(value.value),
                            fmt::format("a number from 1 to {} for {}", kMostResults, value.key));
      return;
    }
    into = static_cast<std::size_t>(*number);
  }

  template <class Choice>
  void take_named(const PresetValue& value, Choice& into, std::optional<Choice> choice,
                  std::string_view expected) {
    if (!choice) return diagnostics_.expected(value.place, "bad-value", quote(value.value), expected);
    into = *choice;
  }

  void unknown(const PresetValue& value, std::string_view table, std::vector<std::string_view> known) {
    diagnostics_.expected(value.place, "unknown-key", quote(value.key),
                          fmt::format("a key of {}: {}", table, fmt::join(known, ", ")));
  }

  Pipeline& pipeline_;
  Diagnostics& diagnostics_;
};

Place preset_place(const InputFile& file, const toml::source_region& source) {
  return {file.name(), source.begin.line, source.begin.column};
}

/// A value as --set spells it; nothing for a table or a list.
std::optional<std::string> spelling(const toml::node& node) {
  if (auto text = node.value_exact<std::string>()) return text;
  if (const auto number = node.value_exact<std::int64_t>()) return std::to_string(*number);
  if (const auto number = node.value_exact<double>()) return fmt::format("{}", *number);
  return std::nullopt;
}

std::string_view between(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

std::string quoted_unless_number(std::string_view value) {
  return parse_number(value) ? std::string(value) : fmt::format("\"{}\"", value);
}

}  // namespace

std::vector<Preset> presets() {
  return {{"reference", between(fovea_preset_reference, fovea_preset_reference_end)},
          {"otago", between(fovea_preset_otago, fovea_preset_otago_end)}};
}

std::optional<Expansion> parse_expansion(std::string_view text) {
  Expansion expansion;
  const std::size_t open = std::min(text.find('('), text.size());
  const std::string_view name = text.substr(0, open);
  if (name == "rm3") {
    expansion.kind = Expansion::Kind::kRm3;
  } else if (name == "kl") {
    expansion.kind = Expansion::Kind::kKl;
  } else if (name == "rocchio") {
    expansion.kind = Expansion::Kind::kRocchio;
    expansion.documents = 17;
    expansion.terms = 5;
  } else if (name == "ngrams") {
    expansion.kind = Expansion::Kind::kNgrams;
    expansion.terms = 50;
  } else if (name != "none") {
    return std::nullopt;
  }
  if (open == text.size()) return expansion;
  if (!text.ends_with(')') || name == "none") return std::nullopt;
  const bool rocchio = name == "rocchio";
  std::string_view rest = text.substr(open + 1, text.size() - open - 2);
  while (!rest.empty()) {
    const std::string_view part = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(rest.size(), part.size() + 1));
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos) return std::nullopt;
    const std::size_t begin = std::min(part.find_first_not_of(' '), equals);
    const std::string_view key = part.substr(begin, equals - begin);
    const auto number = parse_number(part.substr(equals + 1));
    if (!number || *number < 0) return std::nullopt;
    const bool count = *number >= 1 && *number <= 1000 && *number == std::floor(*number);
    if (key == "docs" && count) {
      expansion.documents = static_cast<std::size_t>(*number);
    } else if (key == "terms" && count) {
      expansion.terms = static_cast<std::size_t>(*number);
    } else if (key == "bigrams" && name == "ngrams" && count) {
      expansion.bigrams = static_cast<std::size_t>(*number);
    } else if (key == "trigrams" && name == "ngrams" && count) {
      expansion.trigrams = static_cast<std::size_t>(*number);
    } else if (key == "original" && !rocchio && *number <= 1) {
      expansion.original = *number;
    } else if (key == "beta" && rocchio && *number <= 1000) {
      expansion.beta = *number;
    } else {
      return std::nullopt;
    }
  }
  return expansion;
}

namespace {

std::string spelt(const Expansion& expansion) {
  switch (expansion.kind) {
    case Expansion::Kind::kNone:
      return "none";
    case Expansion::Kind::kRocchio:
      return fmt::format("rocchio(docs={}, terms={}, beta={})", expansion.documents, expansion.terms,
                         expansion.beta);
    case Expansion::Kind::kNgrams:
      return fmt::format("ngrams(docs={}, terms={}, bigrams={}, trigrams={}, original={})",
                         expansion.documents, expansion.terms, expansion.bigrams, expansion.trigrams,
                         expansion.original);
    case Expansion::Kind::kRm3:
    case Expansion::Kind::kKl:
      break;
  }
  return fmt::format("{}(docs={}, terms={}, original={})",
                     expansion.kind == Expansion::Kind::kRm3 ? "rm3" : "kl", expansion.documents,
                     expansion.terms, expansion.original);
}

}  // namespace

bool read_preset(const InputFile& file, Pipeline& pipeline, Diagnostics& diagnostics) {
  const std::uint64_t before = diagnostics.errors();
  toml::table parsed;
  try {
    parsed = toml::parse(file.bytes(), file.name());
  } catch (const toml::parse_error& error) {
    diagnostics.error(preset_place(file, error.source()), "bad-toml", std::string(error.description()));
    return false;
  }
  PresetReader reader(pipeline, diagnostics);
  for (const auto& [name, node] : parsed) {
    const toml::table* const table = node.as_table();
    if (table == nullptr) {
      diagnostics.expected(preset_place(file, name.source()), "unknown-key", quote(name.str()),
                           "a table: [articles], [candidates] or [cut]");
      continue;
    }
    // The model comes first: parameters are its own.
    for (const bool model : {true, false}) {
      for (const auto& [key, value] : *table) {
        if ((key.str() == "model") != model) continue;
        const auto text = spelling(value);
        if (text) {
          reader.take(name.str(), {preset_place(file, value.source()), std::string(key.str()), *text});
        } else {
          diagnostics.expected(preset_place(file, value.source()), "bad-value", quote(key.str()),
                               "a number or a word in quotes");
        }
      }
    }
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
  static constexpr std::array<std::string_view, 3> kPhrases{"words", "boost", "must"};
  std::string text = fmt::format("[articles]\nmodel = \"{}\"\n", pipeline.model->name);
  for (const ModelParameter& parameter : pipeline.model->parameters) {
    const std::string_view value = setting(*pipeline.model, pipeline.settings, parameter.name);
    if (!value.empty()) text += fmt::format("{} = {}\n", parameter.name, quoted_unless_number(value));
  }
  text += fmt::format("depth = {}\nphrases = \"{}\"\nsigns = \"{}\"\nstop = \"{}\"\nexpand = \"{}\"\n\n",
                      pipeline.depth, kPhrases[static_cast<std::size_t>(pipeline.phrases)],
                      pipeline.signs == Signs::kStrict ? "strict" : "drop", pipeline.stop,
                      spelt(pipeline.expansion));
  text += fmt::format("[candidates]\nkind = \"article\"\n\n[cut]\nresults = {}\n", pipeline.results);
  return text;
}

}  // namespace fovea::search
