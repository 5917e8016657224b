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

/// A place in a text.
struct TextPlace {
  std::size_t byte = 0;
  Offset offset = 0;
};

/// Bytes at which something may have to be done: terminators, line feeds, and the first byte of "…".
constexpr auto kSpecialBytes = [] {
  std::array<bool, 256> special{};
  for (const char c : {'.', '!', '?', '\n'}) special[static_cast<unsigned char>(c)] = true;
  special[0xE2] = true;
  return special;
}();

class SentenceFinder {
 public:
  SentenceFinder(std::string_view text, std::vector<Offset>& begins) : text_(text), begins_(begins) {}

  /// Where sentences begin because of what the text says, or of a block that begins or ends there.
  void find(std::span<const Offset> blocks) {
    for (auto block = blocks.begin();;) {
      for (; block != blocks.end() && *block <= at_.offset; ++block) {
        // Of blocks in white space that was passed, as of one here, it is what follows.
        begins_.push_back(skip_space(at_).offset);
      }
      pass(block == blocks.end() ? kMaxOffset : *block);
      if (at_.byte == text_.size()) return;
      if (block != blocks.end() && at_.offset == *block) continue;
      if (text_[at_.byte] == '\n') {
        pass_space();
      } else {
        end_sentence();
      }
    }
  }

 private:
  unsigned char byte_at(std::size_t byte) const { return static_cast<unsigned char>(text_[byte]); }
  char32_t code_point(std::size_t byte) const { return next_code_point(text_, byte); }
  bool is_ellipsis(std::size_t byte) const { return text_.substr(byte).starts_with("\u2026"); }

  TextPlace behind(TextPlace place) const {
    next_code_point(text_, place.byte);
    ++place.offset;
    return place;
  }
  TextPlace skip_space(TextPlace place) const {
    while (place.byte < text_.size() && is_white_space(code_point(place.byte))) place = behind(place);
    return place;
  }

  /// To the next terminator or line feed, at most to `limit`.
  void pass(Offset limit) {
    while (at_.byte < text_.size() && at_.offset < limit) {
      const unsigned char c = byte_at(at_.byte);
      if (kSpecialBytes[c]) {
        if (c != 0xE2 || is_ellipsis(at_.byte)) return;
        at_ = behind(at_);
      } else if (c < 0x80) {
        ++at_.byte;
        ++at_.offset;
      } else {
        at_ = behind(at_);
      }
    }
  }

  /// A line feed: with another one in the same white space it ends a sentence.
  void pass_space() {
    int feeds = 0;
    while (at_.byte < text_.size() && is_white_space(code_point(at_.byte))) {
      feeds += text_[at_.byte] == '\n' ? 1 : 0;
      at_ = behind(at_);
    }
    if (feeds >= 2) begins_.push_back(at_.offset);
  }

  /// A terminator: what follows may begin a sentence.
  void end_sentence() {
    const std::size_t stop = at_.byte;
    at_ = behind(at_);
    TextPlace place = at_;
    while (place.byte < text_.size() && is_closing_mark(code_point(place.byte))) place = behind(place);
    const TextPlace next = skip_space(place);
    if (next.byte > place.byte && next.byte < text_.size() && may_begin(code_point(next.byte)) &&
        !is_abbreviation(stop))
      begins_.push_back(next.offset);
  }

  bool may_begin(char32_t c) {
    if (is_capital(c) || is_digit(c) || is_opening_mark(c)) return true;
    if (!is_letter(c)) return false;
    if (!has_capitals_) has_capitals_ = find_capital();
    return !*has_capitals_;
  }
  bool find_capital() const {
    for (std::size_t byte = 0; byte < text_.size();) {
      if (is_capital(next_code_point(text_, byte))) return true;
    }
    return false;
  }

  /// Where the code point before `byte`, which is not 0, begins.
  std::size_t before(std::size_t byte) const {
    do {
      --byte;
    } while (byte > 0 && (byte_at(byte) & 0xC0) == 0x80);
    return byte;
  }

  /// Whether the full stop at `byte` ends a lone capital or an abbreviation, and hence no sentence.
  bool is_abbreviation(std::size_t byte) const {
    if (text_[byte] != '.' || byte == 0) return false;
    const std::size_t last = before(byte);
    if (is_capital(code_point(last))) {
      const WordClass class_before = last == 0 ? WordClass::kOther : word_class(code_point(before(last)));
      if (class_before == WordClass::kOther || class_before == WordClass::kApostrophe) return true;
    }
    std::string word;
    for (std::size_t i = byte; i > 0;) {
      i = before(i);
      const char32_t c = code_point(i);
      if (is_white_space(c) || is_opening_mark(c)) break;
      if (c >= 0x80 || word.size() == kLongestAbbreviation) return false;
      word.insert(word.begin(), static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c));
    }
    return !word.empty() && std::ranges::count(kAbbreviations, word) > 0;
  }

  std::string_view text_;
  std::vector<Offset>& begins_;
  TextPlace at_;
  std::optional<bool> has_capitals_;
};

}  // namespace

void find_sentences(std::string_view text, std::span<const Offset> words, std::span<const Offset> blocks,
                    std::vector<SentenceStart>& sentences) {
  sentences.clear();
  if (words.empty()) return;
  std::vector<Offset> begins;
  SentenceFinder(text, begins).find(blocks);
  // Closing marks behind a terminator may stand behind tags: then a later begin was found first.
  if (!std::ranges::is_sorted(begins)) std::ranges::sort(begins);
  sentences.push_back({});
  auto word = words.begin();
  for (const Offset begin : begins) {
    while (word != words.end() && *word < begin) ++word;
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
