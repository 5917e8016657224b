// The pipeline that makes an answer: articles → candidates → score → selection → cut. A preset is a TOML file, never
// code.
//
//     [articles]
//     model = "bm25"        # any model, and its parameters
//     k1 = 0.9
//     depth = 1500          # articles that are ranked
//     phrases = "words"     # boost, must
//     signs = "drop"        # strict
//     stop = "none"         # a stop list for queries
//     expand = "none"       # rm3, kl, rocchio(docs=17, terms=5, beta=0.75), ngrams
//     [candidates]
//     kind = "article"
//     [cut]
//     results = 1500
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "files/diagnostics.h"
#include "files/input.h"
#include "search/models/model.h"
#include "search/ranking/query.h"

namespace fovea::search {

/// See expansion.h.
struct Expansion {
  enum class Kind : std::uint8_t { kNone, kRm3, kKl, kRocchio, kNgrams };

  Kind kind = Kind::kNone;
  std::size_t documents = 10;
  std::size_t terms = 10;
  std::size_t bigrams = 20;
  std::size_t trigrams = 10;
  double original = 0.5;
  double beta = 0.75;
};
/// "none", "rm3", "rocchio(docs=5, beta=0.5)"; nothing for other texts.
std::optional<Expansion> parse_expansion(std::string_view text);

struct Pipeline {
  const Model* model = &kBm25;
  ModelSettings settings;
  std::size_t depth = 1500;
  Phrases phrases = Phrases::kWords;
  Signs signs = Signs::kDrop;
  Expansion expansion;
  /// For queries: the name of a list, or a file.
  std::string stop = "none";
  std::size_t results = 1500;
  /// Look at every posting: for comparison.
  bool exhaustive = false;
};

/// The built-in presets: name and TOML text.
struct Preset {
  std::string_view name;
  std::string_view toml;
};
std::vector<Preset> presets();

/// Reads a preset into `pipeline`; reports unknown tables and keys, and values that cannot be, with their places.
bool read_preset(const InputFile& file, Pipeline& pipeline, Diagnostics& diagnostics);
/// The same for one "table.key=value"; messages are about `text`.
bool change_preset(std::string_view text, Pipeline& pipeline, Diagnostics& diagnostics);
/// All settings, defaults included, as a preset that read_preset() reads.
std::string to_toml(const Pipeline& pipeline);

}  // namespace fovea::search
