// How texts become terms: the settings of the analysis, as they stand in an index and serve its queries.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "search/analysis/folding.h"
#include "search/analysis/roles.h"
#include "text/enum_names.h"

namespace fovea::search {

/// What a word is; see search/analysis/words.h.
enum class Tokens : std::uint8_t {
  kWords,  ///< letters, marks and numbers of any script, folded
  kAscii,  ///< [A-Za-z0-9]+, in lower case
  kSpace,  ///< whatever stands between white space, as it is
};

constexpr auto enum_names(Tokens) {
  return names_in_order("words", "ascii", "space");
}

struct AnalysisSettings {
  Tokens tokens = Tokens::kWords;
  Folding folding = Folding::kMarks;
  std::string stem = "harman";
  /// The name of the stop list, and its words.
  std::string stop = "none";
  std::vector<std::string> stop_words;
  Roles roles;

  friend bool operator==(const AnalysisSettings&, const AnalysisSettings&) = default;
};

/// Lines of key, tab and value, as the index keeps them; with the versions of Unicode and of the stemmers.
std::string to_text(const AnalysisSettings& settings);
/// Takes one such line; false for a key that is none of them or a value that cannot be. Versions must be ours.
bool read_setting(std::string_view key, std::string_view value, AnalysisSettings& settings);

}  // namespace fovea::search
