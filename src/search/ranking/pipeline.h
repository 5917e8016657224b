// The pipeline that makes an answer: articles → candidates → score → selection → cut. A preset is a TOML file, never
// code.
//
//     [articles]
//     model = "bm25"        # any of `fovea search --models`, and its parameters
//     k1 = 0.9
//     depth = 1500          # articles that are ranked
//     phrases = "words"     # boost, must
//     signs = "drop"        # strict
//     stop = "none"         # a stop list for queries
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

struct Pipeline {
  const Model* model = &kBm25;
  ModelSettings settings;
  std::size_t depth = 1500;
  Phrases phrases = Phrases::kWords;
  Signs signs = Signs::kDrop;
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
