// From a text to its terms: words, folded, stemmed, stopped; with sentences and the words of elements.
//
//     Analyser analyser(settings);
//     AnalysedDocument out;
//     analyser.analyse(document.text(), document.tree(), out);
//     for (const AnalysedWord& word : out.words)
//       if (word.term != kStopped) … analyser.term(word.term) …
//
// The position of a word is its number in the document; stopped words have one too, and count in no length. A word
// belongs to the elements in which it begins. A tag ends a word unless all tags at its place are joining (roles.h);
// with Tokens::kAscii and kSpace every tag does. A word that folds to nothing is none.
//
// Contract: one thread per analyser. Each surface form is analysed once: numbers of terms stay the same until forget().
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "collection/element_tree.h"
#include "search/analysis/sentences.h"
#include "search/analysis/settings.h"
#include "search/analysis/stemmer.h"
#include "search/analysis/stop_words.h"
#include "search/analysis/surface_table.h"
#include "text/span.h"
#include "text/text_store.h"

namespace fovea::search {

/// In the place of a term's number.
inline constexpr std::uint32_t kStopped = UINT32_MAX;

struct AnalysedWord {
  std::uint32_t term = 0;
  Span span;
};

/// An element that has words: [first_word, first_word + words) of its document.
struct ElementWords {
  ElementIndex number = 0;
  std::uint32_t first_word = 0;
  std::uint32_t words = 0;
  std::uint32_t name = 0;  ///< for ElementTreeView::name_at()
};

struct AnalysedDocument {
  std::vector<AnalysedWord> words;
  std::vector<SentenceStart> sentences;
  std::vector<ElementWords> elements;
  /// Words that are not stopped.
  std::uint32_t length = 0;
};

class Analyser {
 public:
  explicit Analyser(const AnalysisSettings& settings);

  void analyse(std::string_view text, const ElementTreeView& tree, AnalysedDocument& out);
  /// Parts of one document, each as a text of its own: enter() the document, then analyse_part() with a text that begins
  /// at its character `begin`. Tags end words and sentences as they do in the document; there are no elements.
  void enter(const ElementTreeView& tree) { find_breaks(tree); }
  void analyse_part(std::string_view text, Offset begin, AnalysedDocument& out);
  /// The terms of a query's words; empty for a stopped one.
  std::vector<std::string> analyse_query(std::string_view text);

  std::string_view term(std::uint32_t number) const { return terms_[number]; }
  std::uint32_t terms() const { return static_cast<std::uint32_t>(terms_.size()); }
  /// Bytes that the memory of surface forms takes, about.
  std::size_t memory() const { return bytes_ + surfaces_.memory(); }
  void forget();

 private:
  /// Folds to nothing.
  static constexpr std::uint32_t kNoWord = UINT32_MAX - 1;

  std::uint32_t term_of(std::string_view surface);
  std::uint32_t find_term(std::string_view surface);
  /// Where tags end words and where they end sentences, in one walk over the elements.
  void find_breaks(const ElementTreeView& tree);
  void find_words(std::string_view text, std::span<const Offset> breaks, AnalysedDocument& out);
  void find_elements(const ElementTreeView& tree, AnalysedDocument& out);

  const AnalysisSettings settings_;
  Stemmer stemmer_;
  StopWords stop_words_;
  TextStore texts_;
  SurfaceTable surfaces_;
  absl::flat_hash_map<std::string_view, std::uint32_t> numbers_;
  std::vector<std::string_view> terms_;
  std::size_t bytes_ = 0;
  std::vector<Offset> breaks_;
  std::vector<Offset> blocks_;
  std::vector<Offset> begins_;
  std::vector<Offset> ends_;
  std::vector<Offset> part_breaks_;
  std::vector<Offset> part_blocks_;
  std::vector<Role> roles_;
};

}  // namespace fovea::search
