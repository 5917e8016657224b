// Element paths as INEX writes them: "/article[1]/bdy[1]/sec[2]/p[3]", and points in their text:
// "/article[1]/bdy[1]/text()[2].13" (2005–2008), "/article[1]/bdy[1]/sec[2].13" (2009–2010).
//
// Each step names an element and counts siblings of the same name from 1; the count is never left out. A text
// point goes on with a text node, counted from 1 in its element, and a character of it, counted from 0; or with a
// character of the whole element.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fovea {

/// In bytes; a longer path is a fault. No element has a longer one: 4,096 levels of names of 1,000 bytes fit.
inline constexpr std::size_t kLongestPath = std::size_t{4} << 20;

struct PathStep {
  std::string_view name;
  std::uint32_t ordinal = 0;
};

/// Where a path is wrong, and how.
struct PathFault {
  /// Byte position in the path.
  std::size_t at = 0;
  /// What should have stood there.
  std::string_view expected;
};

/// "found 'x' at character 12 of '/article[1]x', expected '/'": for messages about a path.
std::string to_string(const PathFault& fault, std::string_view path);

/// Takes a path apart step by step, without allocating:
///
///     PathReader steps(path);
///     PathStep step;
///     while (steps.next(step)) …
///     if (steps.fault()) …
class PathReader {
 public:
  explicit PathReader(std::string_view path) : path_(path) {
    if (path.size() > kLongestPath) fail(kLongestPath, "at most 4194304 bytes");
  }

  /// False at the end of the path, at a text node or a character, and at a fault.
  bool next(PathStep& step);
  const std::optional<PathFault>& fault() const { return fault_; }
  /// What next() has not read: empty at the end of an element path, "text()…" or ".13" where a text point begins.
  std::string_view rest() const { return path_.substr(at_); }

 private:
  bool fail(std::size_t at, std::string_view expected);

  std::string_view path_;
  std::size_t at_ = 0;
  std::optional<PathFault> fault_;
};

/// What is wrong with an element path, if anything is.
std::optional<PathFault> check_element_path(std::string_view path);

/// The path of the element around; empty for a root. `path` must be well-formed.
inline std::string_view parent_path(std::string_view path) {
  return path.substr(0, path.rfind('/'));
}

/// A text point, taken apart.
struct TextPoint {
  /// The path of the element, a part of the text that was parsed.
  std::string_view element;
  std::uint32_t node = 0;  ///< from 1; 0 for the element as a whole
  std::uint32_t character =
      0;  ///< from 0; may be the length of the node or element: the point behind its last character
};

/// Nothing, and a fault, when `text` is no text point.
std::optional<TextPoint> parse_text_point(std::string_view text, PathFault& fault);

}  // namespace fovea
