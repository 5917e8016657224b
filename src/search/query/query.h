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
#include "text/enum_names.h"
#include "topics/nexi.h"

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

/// How a castitle is meant.
enum class Cas : std::uint8_t {
  kStrict,  ///< as it says
  kVague,   ///< structure is a hint
  kCo,      ///< its words alone
};

constexpr auto enum_names(Phrases) {
  return names_in_order("words", "boost", "must");
}
constexpr auto enum_names(Signs) {
  return names_in_order("drop", "strict");
}
constexpr auto enum_names(Cas) {
  return names_in_order("strict", "vague", "co");
}

struct QueryTerm {
  /// One word; of a phrase all of them, a stopped one being empty.
  std::vector<std::string> words;
  /// Of all mentions, for models that count each of them.
  double weight = 1;
  bool required = false;
  /// How many other words may stand in each gap of a phrase.
  std::uint32_t insertions = 0;
  /// The name of a tag: a document has it as often as elements with it.
  bool tag = false;
  /// For models that count repeated words once: the largest weight of a mention.
  double once = 1;

  /// Both weights, where they are not those of mentions: of an expansion, of a tag.
  void set_weight(double both) { weight = once = both; }
  bool is_phrase() const { return words.size() > 1; }
  /// For people: the word, the phrase in quotes, or the tag in angle brackets.
  std::string text() const;
  friend bool operator==(const QueryTerm&, const QueryTerm&) = default;
};

/// The words of one about().
struct AboutTerms {
  /// Weights count mentions; vague: a mention with + weighs 2. Strict: +words are required.
  std::vector<QueryTerm> terms;
  /// Words with −: strict, an element with one is no answer; vague, each halves its score.
  std::vector<QueryTerm> excluded;

  friend bool operator==(const AboutTerms&, const AboutTerms&) = default;
};

/// What a castitle asks beside its words.
struct Structure {
  nexi::Query nexi;
  bool strict = false;
  /// In the order in which they stand in the query. Behind them, of A[B]C, one with all words of B: what C is about.
  std::vector<AboutTerms> abouts;

  friend bool operator==(const Structure&, const Structure&) = default;
};

/// An article of a reference run.
struct GivenArticle {
  std::string id;
  double score = 0;

  friend bool operator==(const GivenArticle&, const GivenArticle&) = default;
};

struct Query {
  std::vector<QueryTerm> terms;
  /// Documents with one of these are not ranked.
  std::vector<QueryTerm> excluded;
  /// Tags whose elements, and those of them that hold each term, are counted too.
  std::vector<std::string> tags;
  /// Whether it is counted which of them hold a term, and not only how many and how long they are.
  bool tags_with_terms = true;
  /// Phrases in quotes, whatever became of them: the words of each that are not stopped.
  std::vector<std::vector<std::string>> quoted;
  std::optional<Structure> structure;
  /// The articles, best first, instead of a ranking.
  std::optional<std::vector<GivenArticle>> given;

  friend bool operator==(const Query&, const Query&) = default;
};

Query parse_query(std::string_view text, Analyser& analyser, Phrases phrases, Signs signs);

/// What a topic without a castitle asks for: //*[about(., title)].
std::optional<nexi::Query> about_anything(std::string_view title);
/// A castitle. Its terms are all words that it asks for, and with a weight above 0 the tags that its paths name; co has no
/// structure.
Query structured_query(const nexi::Query& castitle, Analyser& analyser, Phrases phrases, Cas cas,
                       double tag_weight);

}  // namespace fovea::search
