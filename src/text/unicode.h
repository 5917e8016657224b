// UTF-8, code points and UTF-16: how the same place in a text is counted.
//
// fovea counts code points everywhere inside. Files hold UTF-8 bytes; some annotation tools count UTF-16
// code units. OffsetMap translates between the three for one text.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/span.h"

namespace fovea {

/// Bytes of the well-formed UTF-8 character that `text` begins with; 0 if it begins with none (empty, broken,
/// overlong, a surrogate, beyond U+10FFFF).
std::size_t utf8_length(std::string_view text);

/// Where the first malformed byte stands, or nothing if all of `text` is well-formed UTF-8.
std::optional<std::size_t> find_malformed_utf8(std::string_view text);

/// Number of code points. `text` must be well-formed.
std::size_t count_code_points(std::string_view text);

/// The bytes of code points [span.begin, span.end) of a well-formed text, cut at its end.
std::string_view code_point_slice(std::string_view text, Span span);

/// Appends one code point as UTF-8; a surrogate or a value beyond U+10FFFF becomes U+FFFD.
void append_utf8(std::string& out, char32_t code_point);

/// Windows-1252, the superset of ISO-8859-1 that such files really use, to UTF-8.
std::string from_windows_1252(std::string_view bytes);

/// Translates offsets in one text from code points to UTF-8 bytes and from UTF-16 code units to code points, in
/// constant time after one pass. An offset past the end, or inside a surrogate pair, has no translation.
class OffsetMap {
 public:
  /// `text` must be well-formed and outlive the map.
  explicit OffsetMap(std::string_view text);

  std::size_t code_points() const { return code_points_; }
  std::optional<std::size_t> byte_of(std::size_t code_point) const;
  std::optional<std::size_t> code_point_of_utf16(std::size_t unit) const;

 private:
  /// Counts at every kStride-th code point; the rest is walked.
  static constexpr std::size_t kStride = 64;
  struct Mark {
    std::size_t byte;
    std::size_t utf16;
  };
  void advance(Mark& mark) const;

  std::string_view text_;
  std::size_t code_points_ = 0;
  std::size_t utf16_units_ = 0;
  std::vector<Mark> marks_;
};

}  // namespace fovea
