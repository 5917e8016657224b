// The sentences of a text.
//
// A sentence ends
// - behind . ! ? … and the closing marks that follow, when white space and then a capital (any letter in a text without
//   capitals), a digit or an opening mark come; but not behind the full stop of a lone capital ("J. Smith") or of a known
//   abbreviation ("et al.");
// - at white space with two line feeds;
// - at the tags of block elements.
// Sentences tile the text. White space, and stretches without words, go with the sentence before.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "text/span.h"

namespace fovea::search {

struct SentenceStart {
  std::uint32_t first_word = 0;
  Offset first_character = 0;

  friend bool operator==(const SentenceStart&, const SentenceStart&) = default;
};

/// `words`: where the words of the text begin. `blocks`: where tags of block elements stand. Both ascend. There is no
/// sentence in a text without words; else the first begins with the text.
void find_sentences(std::string_view text, std::span<const Offset> words, std::span<const Offset> blocks,
                    std::vector<SentenceStart>& sentences);

}  // namespace fovea::search
