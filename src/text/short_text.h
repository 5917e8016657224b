// Short texts compared and hashed as one or two machine words: ids of documents, topics, tags.
//
// An evaluation asks for such an id with every row. Nearly all of them have at most 16 bytes, which two words
// hold that overlap in the middle; calling a function that is made for texts of any length costs more than
// the answer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string_view>

namespace fovea {

namespace short_text {

template <class Word>
inline Word load(const char* at) {
  Word word = 0;
  std::memcpy(&word, at, sizeof word);
  return word;
}

inline constexpr std::size_t kLongest = 16;

/// All bytes of a text of at most kLongest bytes.
struct Words {
  std::uint64_t first = 0, last = 0;

  explicit Words(std::string_view text) {
    const char* const begin = text.data();
    const std::size_t length = text.size();
    if (length >= 8) {
      first = load<std::uint64_t>(begin);
      last = load<std::uint64_t>(begin + length - 8);
    } else if (length >= 4) {
      first = load<std::uint32_t>(begin);
      last = load<std::uint32_t>(begin + length - 4);
    } else if (length > 0) {
      first = static_cast<unsigned char>(begin[0]) |
              std::uint64_t{static_cast<unsigned char>(begin[length / 2])} << 8;
      last = static_cast<unsigned char>(begin[length - 1]);
    }
  }
};

}  // namespace short_text

/// a == b.
inline bool same_text(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  if (a.size() > short_text::kLongest) return std::memcmp(a.data(), b.data(), a.size()) == 0;
  const short_text::Words left(a);
  const short_text::Words right(b);
  return ((left.first ^ right.first) | (left.last ^ right.last)) == 0;
}

/// A hash for tables that take any of its bits.
inline std::uint64_t hash_text(std::string_view text) {
  if (text.size() > short_text::kLongest) return std::hash<std::string_view>{}(text);
  const short_text::Words words(text);
  // Multiplying carries every bit upwards, folding brings the upper half back: twice, so that each bit of the
  // text reaches each bit of the hash.
  std::uint64_t hash = (words.first ^ text.size()) * 0x9E37'79B9'7F4A'7C15U;
  hash = (hash ^ (hash >> 32) ^ words.last) * 0xD6E8'FEB8'6659'FD93U;
  return hash ^ (hash >> 32);
}

}  // namespace fovea
