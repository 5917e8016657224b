// Folding: the form in which words are compared.
//
// NFKD and full case folding, again and again until nothing changes, then marks (M) removed, then NFC: "Ångström",
// "ÅNGSTROM" and "ångström" are one word. With Folding::kCase marks stay: languages other than English need them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace fovea::search {

enum class Folding : std::uint8_t {
  kMarks,  ///< case and marks
  kCase,   ///< case; marks stay
};

/// `text` must be well-formed UTF-8. Apostrophes stay, ’ becoming '.
std::string fold(std::string_view text, Folding folding);

/// Takes off a final 's, and all other apostrophes, of a folded word.
void drop_apostrophes(std::string& word);

}  // namespace fovea::search
