// Texts that look the same and differ in their bytes: é as one character (NFC) or as e and an accent (NFD).
//
// Both decompose to the same characters in the same order (Unicode's canonical equivalence). A CanonicalText is a text
// decomposed so, with the way back: what is found in it stands at these characters of the original.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/span.h"

namespace fovea {

class CanonicalText {
 public:
  /// `text` must be well-formed UTF-8 of at most kMaxOffset code points.
  explicit CanonicalText(std::string_view text);

  /// Decomposed, in UTF-8.
  const std::string& bytes() const { return bytes_; }
  /// The code points of the original behind bytes [begin, end); nothing where one of them lies inside a character that was
  /// decomposed, or between a letter and its accents.
  std::optional<Span> original(std::size_t begin, std::size_t end) const;

 private:
  /// Where a character with all its accents begins.
  struct Boundary {
    std::size_t byte;
    Offset code_point;
  };
  std::optional<Offset> code_point_at(std::size_t byte) const;

  std::string bytes_;
  std::vector<Boundary> boundaries_;  ///< ascending, the end included
};

}  // namespace fovea
