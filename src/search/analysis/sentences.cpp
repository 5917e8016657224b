#include "search/analysis/sentences.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "search/analysis/characters.h"

namespace fovea::search {

namespace {

constexpr std::array<std::string_view, 25> kAbbreviations{
    "al",  "ca", "cf",  "dr", "e.g", "ed",   "eds", "etc",  "fig", "figs", "i.e", "inc", "jr",
    "ltd", "mr", "mrs", "ms", "pp",  "prof", "ref", "refs", "sr",  "st",   "vol", "vs"};
constexpr std::size_t kLongestAbbreviation = 4;

bool is_terminator(char32_t c) {
  return c == '.' || c == '!' || c == '?' || c == 0x2026;
}

class SentenceFinder {
 public:
  explicit SentenceFinder(std::string_view text) {
    text_.reserve(text.size());
    for (std::size_t byte = 0; byte < text.size();) text_ += next_code_point(text, byte);
  }

  /// Where sentences begin because of what the text says.
  std::vector<Offset> find() {
    std::vector<Offset> begins;
    for (std::size_t at = 0; at < text_.size(); ++at) {
      if (is_terminator(text_[at])) {
        std::size_t behind = at + 1;
        while (behind < text_.size() && is_closing_mark(text_[behind])) ++behind;
        const std::size_t next = skip_space(behind);
        if (next > behind && next < text_.size() && may_begin(text_[next]) && !is_abbreviation(at))
          begins.push_back(static_cast<Offset>(next));
      } else if (is_white_space(text_[at])) {
        const std::size_t next = skip_space(at);
        const auto feeds = std::count(text_.begin() + static_cast<std::ptrdiff_t>(at),
                                      text_.begin() + static_cast<std::ptrdiff_t>(next), U'\n');
        if (feeds >= 2) begins.push_back(static_cast<Offset>(next));
        at = next - 1;
      }
    }
    return begins;
  }

  std::size_t skip_space(std::size_t at) const {
    while (at < text_.size() && is_white_space(text_[at])) ++at;
    return at;
  }

 private:
  bool may_begin(char32_t c) {
    if (is_capital(c) || is_digit(c) || is_opening_mark(c)) return true;
    if (!is_letter(c)) return false;
    if (!has_capitals_) has_capitals_ = std::ranges::any_of(text_, is_capital);
    return !*has_capitals_;
  }

  /// Whether the full stop at `at` ends a lone capital or an abbreviation, and hence no sentence.
  bool is_abbreviation(std::size_t at) const {
    if (text_[at] != '.' || at == 0) return false;
    if (is_capital(text_[at - 1])) {
      const WordClass before = at < 2 ? WordClass::kOther : word_class(text_[at - 2]);
      if (before == WordClass::kOther || before == WordClass::kApostrophe) return true;
    }
    std::string word;
    for (std::size_t i = at; i > 0; --i) {
      const char32_t c = text_[i - 1];
      if (is_white_space(c) || is_opening_mark(c)) break;
      if (c >= 0x80 || word.size() == kLongestAbbreviation) return false;
      word.insert(word.begin(), static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c));
    }
    return !word.empty() && std::ranges::count(kAbbreviations, word) > 0;
  }

  std::u32string text_;
  std::optional<bool> has_capitals_;
};

}  // namespace

void find_sentences(std::string_view text, std::span<const Offset> words, std::span<const Offset> blocks,
                    std::vector<SentenceStart>& sentences) {
  sentences.clear();
  if (words.empty()) return;
  SentenceFinder finder(text);
  std::vector<Offset> begins = finder.find();
  for (const Offset block : blocks) begins.push_back(static_cast<Offset>(finder.skip_space(block)));
  std::ranges::sort(begins);
  sentences.push_back({});
  auto word = words.begin();
  for (const Offset begin : begins) {
    word = std::lower_bound(word, words.end(), begin);
    if (word == words.end()) break;
    const auto first = static_cast<std::uint32_t>(word - words.begin());
    if (first == sentences.back().first_word) {
      if (sentences.size() > 1) sentences.back().first_character = begin;
    } else {
      sentences.push_back({first, begin});
    }
  }
}

}  // namespace fovea::search
