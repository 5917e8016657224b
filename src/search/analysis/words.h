// The words of a text.
//
// Tokens::kWords: a word is a maximal run of letters, marks and numbers (categories L, M, N), with an apostrophe
// between two letters or marks; Han, Hiragana and Katakana stand alone, with the marks behind them; a run is cut
// every 64 characters. kAscii: [A-Za-z0-9]+. kSpace: what stands between white space; neither is cut.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>

#include "search/analysis/characters.h"
#include "search/analysis/settings.h"
#include "text/span.h"

namespace fovea::search {

inline constexpr std::size_t kLongestWord = 64;

/// Walks the words of one text.
class WordScanner {
 public:
  /// `text` is well-formed UTF-8. No word goes on across an offset of `breaks`, which ascend.
  WordScanner(std::string_view text, std::span<const Offset> breaks, Tokens tokens)
      : text_(text), breaks_(breaks), tokens_(tokens) {}

  /// The next word; false at the end.
  bool next();
  /// Of the word that next() found.
  std::string_view surface() const { return text_.substr(first_byte_, last_byte_ - first_byte_); }
  Span span() const { return span_; }

 private:
  bool next_run(bool (*belongs)(char32_t));
  bool next_word();
  /// To the first code point that can begin a word; false at the end.
  bool find_word();
  bool pass_plain();
  /// Whether a tag ends words at `offset`.
  bool broken_at(Offset offset) {
    while (!breaks_.empty() && breaks_.front() < offset) breaks_ = breaks_.subspan(1);
    return !breaks_.empty() && breaks_.front() == offset;
  }
  /// Whether the apostrophe before byte_ stands between two letters or marks, the one behind it not cut off.
  bool joins(WordClass before);

  std::string_view text_;
  std::span<const Offset> breaks_;
  Tokens tokens_;
  std::size_t byte_ = 0;
  Offset offset_ = 0;
  std::size_t first_byte_ = 0;
  std::size_t last_byte_ = 0;
  Span span_;
};

}  // namespace fovea::search
