#include "search/analysis/words.h"

namespace fovea::search {

namespace {

bool is_ascii_word(char32_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool is_no_space(char32_t c) {
  return !is_white_space(c);
}

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

bool WordScanner::next_word() {
  bool inside = false;
  WordClass first = WordClass::kOther;
  WordClass before = WordClass::kOther;
  while (byte_ < text_.size()) {
    const std::size_t here = byte_;
    if (inside && (span_.begin + kLongestWord == offset_ || broken_at(offset_))) break;
    const WordClass found = word_class(next_code_point(text_, byte_));
    bool part = found != WordClass::kOther && found != WordClass::kApostrophe;
    if (inside) {
      if (first == WordClass::kAlone) {
        part = found == WordClass::kMark;
      } else if (found == WordClass::kAlone) {
        part = false;
      } else if (found == WordClass::kApostrophe) {
        part = joins(before);
      }
      if (!part) {
        byte_ = here;
        break;
      }
    } else if (part) {
      inside = true;
      first = found;
      first_byte_ = here;
      span_.begin = offset_;
    }
    before = found;
    ++offset_;
  }
  last_byte_ = byte_;
  span_.end = offset_;
  return inside;
}

}  // namespace fovea::search
