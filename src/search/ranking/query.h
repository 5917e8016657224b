// A query: the terms of a topic, as an index knows them.
//
// Titles are read like an about() of NEXI: words, "quoted phrases", + and − before either. What analyses to several
// words is several. Terms stand in the order of their first mention, with the number of their mentions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "search/analysis/analyser.h"

namespace fovea::search {

/// What becomes of a quoted phrase.
enum class Phrases : std::uint8_t {
  kWords,  ///< its words
  kBoost,  ///< its words, and the phrase as a further term
  kMust,   ///< the phrase as a term, in place of its words; only documents with it are ranked
};
/// What becomes of + and −.
enum class Signs : std::uint8_t {
  kDrop,    ///< +word is a word, −word is left out: what INEX did with titles
  kStrict,  ///< only documents with every +word and without any −word are ranked
};

std::optional<Phrases> phrases_named(std::string_view name);
std::optional<Signs> signs_named(std::string_view name);

struct QueryTerm {
  /// One word; of a phrase all of them, a stopped one being empty.
  std::vector<std::string> words;
  double weight = 1;
  bool required = false;
  /// How many other words may stand in each gap of a phrase.
  std::uint32_t insertions = 0;
  /// The name of a tag: a document has it as often as elements with it.
  bool tag = false;

  bool is_phrase() const { return words.size() > 1; }
  /// For people: the word, the phrase in quotes, or the tag in angle brackets.
  std::string text() const;
  friend bool operator==(const QueryTerm&, const QueryTerm&) = default;
};

struct Query {
  std::vector<QueryTerm> terms;
  /// Documents with one of these are not ranked.
  std::vector<QueryTerm> excluded;
  /// Tags whose elements, and those of them that hold each term, are counted too.
  std::vector<std::string> tags;
  /// Weights come from an expansion, and multiply any model.
  bool expanded = false;

  friend bool operator==(const Query&, const Query&) = default;
};

Query parse_query(std::string_view text, Analyser& analyser, Phrases phrases, Signs signs);

}  // namespace fovea::search
