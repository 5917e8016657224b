// Feedback: the texts of the best documents of an answer, for expansion.h. A second round in every shard:
//
//     Feedback lent = merge(feedback(a, collection, best, docs), feedback(b, collection, best, docs));
//
// Or text that people found relevant lends its words (relevance_feedback()).
//
// All functions are pure; the byte form is that of docs/specs/partial.md.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "collection/collection.h"
#include "search/index/index.h"
#include "search/session/search.h"

namespace fovea::search {

struct FeedbackWord {
  std::string term;   ///< empty: a word that the index leaves out
  bool stop = false;  ///< left out by the index, or a word of Snowball's stop list

  friend bool operator==(const FeedbackWord&, const FeedbackWord&) = default;
};

/// A document that lends its words, or those of some of its text, in their order.
struct FeedbackDocument {
  std::string id;
  double score = 0;
  std::uint32_t length = 0;  ///< indexed words
  std::vector<FeedbackWord> words;

  /// How often it has each term that is no stop word.
  std::map<std::string, std::uint32_t> tfs() const;
  friend bool operator==(const FeedbackDocument&, const FeedbackDocument&) = default;
};

/// Best first.
struct Feedback {
  std::vector<FeedbackDocument> documents;

  friend bool operator==(const Feedback&, const Feedback&) = default;
};

/// Of the first `documents` of `best`, those that the index holds, analysed again. Throws CorruptFile when the
/// collection does not have one of them.
Feedback feedback(const Index& index, const Collection& collection, std::span<const Answer> best,
                  std::size_t documents);

/// What people found relevant in a document.
struct RelevantText {
  std::string id;
  std::vector<Span> spans;  ///< sorted, disjoint
};
/// The words of these texts that begin in their spans; each document counts the same. Those that the index does not hold, and
/// those without a word, lend nothing.
Feedback relevance_feedback(const Index& index, const Collection& collection,
                            std::span<const RelevantText> relevant);
/// Associative and commutative.
Feedback merge(Feedback a, const Feedback& b);

std::string to_bytes(const Feedback& feedback);
/// Throws CorruptFile when they are none.
Feedback feedback_from_bytes(std::string_view bytes);

}  // namespace fovea::search
