#include "search/analysis/characters.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>

namespace fovea::search {

namespace {

constexpr char32_t kRightSingleQuote = 0x2019;

struct CodePointRange {
  char32_t first;
  char32_t last;
};

constexpr std::array<CodePointRange, 9> kStandAlone{{{0x2E80, 0x2FDF},
                                                     {0x3005, 0x3007},
                                                     {0x3021, 0x30FF},
                                                     {0x31F0, 0x31FF},
                                                     {0x3400, 0x4DBF},
                                                     {0x4E00, 0x9FFF},
                                                     {0xF900, 0xFAFF},
                                                     {0xFF66, 0xFF9F},
                                                     {0x20000, 0x3FFFF}}};

utf8proc_category_t category_of(char32_t c) {
  return utf8proc_category(static_cast<utf8proc_int32_t>(c));
}

bool stands_alone(char32_t c) {
  return c >= kStandAlone.front().first &&
         std::ranges::any_of(kStandAlone, [c](CodePointRange r) { return r.first <= c && c <= r.last; });
}

WordClass find_class(char32_t c) {
  if (c == '\'' || c == kRightSingleQuote) return WordClass::kApostrophe;
  switch (category_of(c)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
      return stands_alone(c) ? WordClass::kAlone : WordClass::kLetter;
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ME:
      return WordClass::kMark;
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_NO:
      return stands_alone(c) ? WordClass::kAlone : WordClass::kNumber;
    default:
      return WordClass::kOther;
  }
}

/// Most text lies below this.
constexpr std::size_t kTableSize = 0x250;

const std::array<WordClass, kTableSize>& class_table() {
  static const auto table = [] {
    std::array<WordClass, kTableSize> classes{};
    for (std::size_t c = 0; c < kTableSize; ++c) classes[c] = find_class(static_cast<char32_t>(c));
    return classes;
  }();
  return table;
}

}  // namespace

WordClass word_class(char32_t c) {
  return c < kTableSize ? class_table()[c] : find_class(c);
}

bool is_white_space(char32_t c) {
  return (c >= 0x9 && c <= 0xD) || c == ' ' || c == 0x85 || c == 0xA0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F ||
         c == 0x3000;
}

bool is_letter(char32_t c) {
  const WordClass found = word_class(c);
  return found == WordClass::kLetter ||
         (found == WordClass::kAlone && category_of(c) >= UTF8PROC_CATEGORY_LU &&
          category_of(c) <= UTF8PROC_CATEGORY_LO);
}

bool is_capital(char32_t c) {
  if (c < 0x80) return c >= 'A' && c <= 'Z';
  const auto category = category_of(c);
  return category == UTF8PROC_CATEGORY_LU || category == UTF8PROC_CATEGORY_LT;
}

bool is_digit(char32_t c) {
  return c < 0x80 ? c >= '0' && c <= '9' : category_of(c) == UTF8PROC_CATEGORY_ND;
}

bool is_closing_mark(char32_t c) {
  if (c < 0x80) return c == ')' || c == ']' || c == '}' || c == '"' || c == '\'';
  const auto category = category_of(c);
  return category == UTF8PROC_CATEGORY_PE || category == UTF8PROC_CATEGORY_PF;
}

bool is_opening_mark(char32_t c) {
  if (c < 0x80) return c == '(' || c == '[' || c == '{' || c == '"' || c == '\'';
  const auto category = category_of(c);
  return category == UTF8PROC_CATEGORY_PS || category == UTF8PROC_CATEGORY_PI;
}

bool is_mark(char32_t c) {
  return word_class(c) == WordClass::kMark;
}

}  // namespace fovea::search
