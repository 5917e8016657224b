// Stemmers: from a folded word to the form that is indexed.
//
//   none      the word itself
//   s         ATIRE's: ies → y, else es →, else s →
//   harman    Harman's S-stemmer (How effective is suffixing?, JASIS 1991): ies → y, not behind a or e; es → e, not
//             behind a, e or o; s →, not behind u or s. An exception passes to the next rule.
//   porter, english, german, …   those of Snowball, by their names
//
// `s` and `harman` leave words of up to three letters as they are.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct sb_stemmer;

namespace fovea::search {

class Stemmer {
 public:
  /// `name` must be one that is_stemmer() knows.
  explicit Stemmer(std::string_view name);

  /// Not for several threads at once: Snowball's stemmers have a state.
  void apply(std::string& word) const;

 private:
  enum class Kind : unsigned char { kNone, kS, kHarman, kSnowball };

  Kind kind_ = Kind::kNone;
  std::unique_ptr<sb_stemmer, void (*)(sb_stemmer*)> snowball_;
};

bool is_stemmer(std::string_view name);
/// For messages and help.
std::vector<std::string> stemmer_names();
/// Whether its language is English, so that marks may be folded away.
bool is_english_stemmer(std::string_view name);
/// Of Snowball, as the index keeps it: another version may give other stems.
std::string_view snowball_version();

}  // namespace fovea::search
