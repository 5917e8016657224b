#include "search/analysis/words.h"

#include <array>

namespace fovea::search {

namespace {

constexpr bool is_ascii_word(char32_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool is_no_space(char32_t c) {
  return !is_white_space(c);
}

/// Letters and digits, of which most text is made.
constexpr auto kPlain = [] {
  std::array<bool, 256> plain{};
  for (unsigned c = 0; c < 0x80; ++c) plain[c] = is_ascii_word(c);
  return plain;
}();

}  // namespace

bool WordScanner::next() {
  switch (tokens_) {
    case Tokens::kAscii:
      return next_run(is_ascii_word);
    case Tokens::kSpace:
      return next_run(is_no_space);
    case Tokens::kWords:
      break;
  }
  return next_word();
}

bool WordScanner::next_run(bool (*belongs)(char32_t)) {
  bool inside = false;
  while (byte_ < text_.size()) {
    const std::size_t here = byte_;
    if (inside && broken_at(offset_)) break;
    const bool part = belongs(next_code_point(text_, byte_));
    if (!part && inside) {
      byte_ = here;
      break;
    }
    if (part && !inside) {
      inside = true;
      first_byte_ = here;
      span_.begin = offset_;
    }
    ++offset_;
  }
  last_byte_ = byte_;
  span_.end = offset_;
  return inside;
}

bool WordScanner::joins(WordClass before) {
  if (byte_ >= text_.size() || (before != WordClass::kLetter && before != WordClass::kMark)) return false;
  std::size_t behind = byte_;
  const WordClass after = word_class(next_code_point(text_, behind));
  return (after == WordClass::kLetter || after == WordClass::kMark) && !broken_at(offset_ + 1);
}

bool WordScanner::find_word() {
  while (byte_ < text_.size()) {
    const auto c = static_cast<unsigned char>(text_[byte_]);
    if (kPlain[c]) return true;
    if (c < 0x80) {
      ++byte_;
    } else {
      std::size_t behind = byte_;
      const WordClass found = word_class(next_code_point(text_, behind));
      if (found != WordClass::kOther && found != WordClass::kApostrophe) return true;
      byte_ = behind;
    }
    ++offset_;
  }
  return false;
}

/// Goes on over plain letters and digits; true if the word ends behind them.
bool WordScanner::pass_plain() {
  while (!breaks_.empty() && breaks_.front() <= span_.begin) breaks_ = breaks_.subspan(1);
  const Offset longest = span_.begin + static_cast<Offset>(kLongestWord);
  const Offset limit = breaks_.empty() ? longest : std::min(longest, breaks_.front());
  const std::size_t end = std::min<std::size_t>(text_.size(), byte_ + (limit - offset_));
  const std::size_t begin = byte_;
  while (byte_ < end && kPlain[static_cast<unsigned char>(text_[byte_])]) ++byte_;
  offset_ += static_cast<Offset>(byte_ - begin);
  if (byte_ == end) return true;
  const auto c = static_cast<unsigned char>(text_[byte_]);
  return c < 0x80 && c != '\'';
}

bool WordScanner::next_word() {
  if (!find_word()) return false;
  first_byte_ = byte_;
  span_.begin = offset_;
  WordClass before = WordClass::kOther;
  WordClass first = WordClass::kLetter;
  bool ended = pass_plain();
  if (byte_ > first_byte_) {
    std::size_t last = byte_ - 1;
    before = word_class(next_code_point(text_, last));
  } else {
    first = word_class(next_code_point(text_, byte_));
    before = first;
    ++offset_;
  }
  for (; !ended && byte_ < text_.size(); ++offset_) {
    const std::size_t here = byte_;
    if (span_.begin + kLongestWord == offset_ || broken_at(offset_)) break;
    const WordClass found = word_class(next_code_point(text_, byte_));
    bool part = found != WordClass::kOther && found != WordClass::kAlone;
    if (first == WordClass::kAlone) {
      part = found == WordClass::kMark;
    } else if (found == WordClass::kApostrophe) {
      part = joins(before);
    }
    if (!part) {
      byte_ = here;
      break;
    }
    before = found;
  }
  last_byte_ = byte_;
  span_.end = offset_;
  return true;
}

}  // namespace fovea::search
