#include "text/unicode.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace fovea {

namespace {

unsigned char byte_at(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

bool is_continuation(std::string_view text, std::size_t at) {
  return at < text.size() && (byte_at(text, at) & 0xC0) == 0x80;
}

/// Length of a character in well-formed text, from its first byte.
std::size_t length_from_lead(unsigned char lead) {
  return lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
}

}  // namespace

std::size_t utf8_length(std::string_view text) {
  if (text.empty()) return 0;
  const unsigned char lead = byte_at(text, 0);
  if (lead < 0x80) return 1;
  if (lead < 0xC2 || lead > 0xF4) return 0;
  const std::size_t length = length_from_lead(lead);
  for (std::size_t i = 1; i < length; ++i) {
    if (!is_continuation(text, i)) return 0;
  }
  const unsigned char second = byte_at(text, 1);
  if (lead == 0xE0 && second < 0xA0) return 0;   // overlong
  if (lead == 0xED && second >= 0xA0) return 0;  // surrogate
  if (lead == 0xF0 && second < 0x90) return 0;   // overlong
  if (lead == 0xF4 && second >= 0x90) return 0;  // beyond U+10FFFF
  return length;
}

std::optional<std::size_t> find_malformed_utf8(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    // ASCII, the common case, eight bytes at a time.
    std::uint64_t block = 0;
    if (text.size() - at >= sizeof block) {
      std::memcpy(&block, text.data() + at, sizeof block);
      if ((block & 0x8080'8080'8080'8080U) == 0) {
        at += sizeof block;
        continue;
      }
    }
    const std::size_t length = utf8_length(text.substr(at));
    if (length == 0) return at;
    at += length;
  }
  return std::nullopt;
}

std::size_t count_code_points(std::string_view text) {
  // All bytes but continuations, 10xxxxxx; eight at a time, each adding one bit to a byte-wise sum.
  constexpr std::uint64_t kOnes = 0x0101'0101'0101'0101U;
  constexpr std::size_t kBlock = sizeof(std::uint64_t);
  const auto continuations_in = [](std::uint64_t block) {
    return (((block >> 7) & (~block >> 6) & kOnes) * kOnes) >> 56;
  };
  const auto load = [](const char* from) {
    std::uint64_t block = 0;
    std::memcpy(&block, from, sizeof block);
    return block;
  };
  const char* at = text.data();
  std::size_t rest = text.size();
  std::size_t continuations = 0;
  for (; rest >= kBlock; at += kBlock, rest -= kBlock) continuations += continuations_in(load(at));
  if (std::endian::native == std::endian::little && rest > 0 && text.size() > kBlock) {
    // Most texts are short: the last bytes in one go too, together with some before them, which are shifted
    // out.
    return text.size() - continuations - continuations_in(load(at + rest - kBlock) >> (8 * (kBlock - rest)));
  }
  for (; rest > 0; ++at, --rest) continuations += (*at & 0xC0) == 0x80 ? 1 : 0;
  return text.size() - continuations;
}

std::string_view code_point_slice(std::string_view text, Span span) {
  std::size_t at = 0;
  const auto advance = [&](std::size_t code_points) {
    for (; code_points > 0 && at < text.size(); --code_points) at += length_from_lead(byte_at(text, at));
    at = std::min(at, text.size());
  };
  advance(span.begin);
  const std::size_t first = at;
  advance(span.size());
  return text.substr(first, at - first);
}

void append_utf8(std::string& out, char32_t code_point) {
  if (code_point > 0x10FFFF || (code_point >= 0xD800 && code_point < 0xE000)) code_point = 0xFFFD;
  const auto put = [&out](char32_t byte) { out += static_cast<char>(byte); };
  if (code_point < 0x80) {
    put(code_point);
  } else if (code_point < 0x800) {
    put(0xC0 | (code_point >> 6));
    put(0x80 | (code_point & 0x3F));
  } else if (code_point < 0x10000) {
    put(0xE0 | (code_point >> 12));
    put(0x80 | ((code_point >> 6) & 0x3F));
    put(0x80 | (code_point & 0x3F));
  } else {
    put(0xF0 | (code_point >> 18));
    put(0x80 | ((code_point >> 12) & 0x3F));
    put(0x80 | ((code_point >> 6) & 0x3F));
    put(0x80 | (code_point & 0x3F));
  }
}

std::string from_windows_1252(std::string_view bytes) {
  // 0x80–0x9F; the five unassigned bytes keep their C1 meaning, as browsers do.
  static constexpr std::array<char16_t, 32> kHigh = {
      0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
      0x2039, 0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
      0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178};
  std::string out;
  out.reserve(bytes.size());
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    append_utf8(out, byte >= 0x80 && byte < 0xA0 ? kHigh[byte - 0x80U] : byte);
  }
  return out;
}

OffsetMap::OffsetMap(std::string_view text) : text_(text) {
  Mark mark{0, 0};
  for (; mark.byte < text.size(); ++code_points_) {
    if (code_points_ % kStride == 0) marks_.push_back(mark);
    advance(mark);
  }
  utf16_units_ = mark.utf16;
}

void OffsetMap::advance(Mark& mark) const {
  const std::size_t length = length_from_lead(byte_at(text_, mark.byte));
  mark.utf16 += length == 4 ? 2 : 1;
  mark.byte += length;
}

std::optional<std::size_t> OffsetMap::byte_of(std::size_t code_point) const {
  if (code_point >= code_points_)
    return code_point == code_points_ ? std::optional(text_.size()) : std::nullopt;
  Mark mark = marks_[code_point / kStride];
  for (std::size_t i = code_point % kStride; i > 0; --i) advance(mark);
  return mark.byte;
}

std::optional<std::size_t> OffsetMap::code_point_of_utf16(std::size_t unit) const {
  if (unit >= utf16_units_) return unit == utf16_units_ ? std::optional(code_points_) : std::nullopt;
  const auto after = std::upper_bound(marks_.begin(), marks_.end(), unit,
                                      [](std::size_t at, const Mark& mark) { return at < mark.utf16; });
  Mark mark = *(after - 1);
  std::size_t code_point = static_cast<std::size_t>(after - marks_.begin() - 1) * kStride;
  for (; mark.utf16 < unit; ++code_point) advance(mark);
  return mark.utf16 == unit ? std::optional(code_point) : std::nullopt;
}

}  // namespace fovea
