// What a code point is to the analysis: part of a word, white space, the end of a sentence.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace fovea::search {

/// What a code point can be in a word.
enum class WordClass : std::uint8_t {
  kOther,
  kLetter,      ///< L
  kMark,        ///< M
  kNumber,      ///< N
  kAlone,       ///< Han, Hiragana, Katakana: a word by itself, with the marks behind it
  kApostrophe,  ///< ' and ’
};

WordClass word_class(char32_t c);
/// The Unicode property White_Space.
bool is_white_space(char32_t c);
bool is_letter(char32_t c);
/// Lu or Lt.
bool is_capital(char32_t c);
bool is_digit(char32_t c);
/// Pe, Pf, " or '.
bool is_closing_mark(char32_t c);
/// Ps, Pi, " or '.
bool is_opening_mark(char32_t c);
bool is_mark(char32_t c);

/// The code point that stands at `byte` of a well-formed text; `byte` moves behind it.
inline char32_t next_code_point(std::string_view text, std::size_t& byte) {
  const auto at = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = at(byte);
  if (lead < 0x80) {
    ++byte;
    return lead;
  }
  const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  char32_t c = lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) c = c << 6 | (at(byte + i) & 0x3FU);
  byte += length;
  return c;
}

}  // namespace fovea::search
