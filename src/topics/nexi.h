// NEXI, the query language of INEX castitles: which elements are wanted, and what they should be about.
//
//   //article[about(., monuments) and .//yr >= 1990]//sec[about(., +india -"taj mahal")]
//
// A query is A[B], A[B]C or A[B]C[D]. A and C are paths on the descendant axis; B and D combine about() and
// numeric comparisons with `and`, `or` and parentheses, `and` binding tighter. The last path names the target
// elements, a path before it the elements that support them. (Trotman and Sigurbjörnsson, Narrowed Extended
// XPath I, INEX 2004; attributes, `//@name`, come from there. A[B]C occurs in the topics of 2010.)
//
// Keywords may be in any case. Terms are kept as written: folding, stemming and punctuation are matters of
// the search engine. Blanks, quotes, parentheses and square brackets end a word; nothing else does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "files/diagnostics.h"

namespace fovea::nexi {

/// A word or a quoted phrase of an about().
struct Term {
  enum class Sign : std::uint8_t { kNone, kPlus, kMinus };

  Sign sign = Sign::kNone;
  bool phrase = false;
  std::vector<std::string> words;  ///< exactly one unless it is a phrase

  friend bool operator==(const Term&, const Term&) = default;
};

/// One step down: a descendant with any of these names, "*" standing for every element.
struct Step {
  std::vector<std::string> names;

  friend bool operator==(const Step&, const Step&) = default;
};

using Path = std::vector<Step>;

enum class Comparator : std::uint8_t { kLess, kLessOrEqual, kGreater, kGreaterOrEqual, kEqual };

/// What stands in square brackets.
struct Predicate {
  enum class Kind : std::uint8_t { kAbout, kComparison, kAnd, kOr };

  Kind kind = Kind::kAbout;
  Path path;                                   ///< kAbout, kComparison: below the element; empty is "."
  std::vector<Term> terms;                     ///< kAbout: at least one
  Comparator comparator = Comparator::kEqual;  ///< kComparison
  double number = 0;                           ///< kComparison
  std::vector<Predicate> operands;             ///< kAnd, kOr: at least two

  friend bool operator==(const Predicate&, const Predicate&) = default;
};

/// A path with its filter: A[B] or C[D].
struct Part {
  Path path;
  std::optional<Predicate> filter;

  friend bool operator==(const Part&, const Part&) = default;
};

/// One or two parts. The first has a filter.
struct Query {
  std::vector<Part> parts;

  friend bool operator==(const Query&, const Query&) = default;
};

/// The first place where a text leaves the grammar.
struct Error {
  std::size_t byte = 0;  ///< offset in the text
  std::string found;     ///< fit for Diagnostics::expected
  std::string expected;
};

/// Nothing, and `error` filled in, when `text` is not NEXI.
std::optional<Query> parse(std::string_view text, Error& error);

/// The same, for a text that begins at `start` of a file: the fault is reported there, lines and columns
/// counted on from it. Without a line in `start` the column is that inside the text.
std::optional<Query> parse(std::string_view text, const Place& start, Diagnostics& diagnostics);

/// As NEXI text: parse(print(query)) is `query` again.
std::string print(const Query& query);

/// As an indented outline for people, one line per path, connective, about and comparison.
std::string outline(const Query& query);

}  // namespace fovea::nexi
