// The parts of an article that may be answers: what Candidates (ranking/pipeline.h) asks for, as words and as characters.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "collection/collection.h"
#include "search/analysis/analyser.h"
#include "search/pipeline/pipeline.h"
#include "search/query/article_hits.h"
#include "search/ranking/partial.h"

namespace fovea::search {

/// The names of an index's tags that `roles` and `tags` choose; all without either.
std::vector<bool> chosen_tags(const Index& index, const Candidates& candidates);

/// The words that a window has on average; 0 for kinds without windows.
double nominal_words(const Candidates& candidates, const QueryCounts& all);

/// Finds the candidates of one article after the other.
class CandidateFinder {
 public:
  /// `idf`: of each term; `discerning`: whether a hit of it makes a candidate. Throws CorruptFile where the
  /// collection lacks an article. All must outlive this.
  CandidateFinder(const Index& index, const Collection& collection, const Candidates& candidates,
                  std::vector<double> idf, std::vector<bool> discerning);

  /// Reads the document of an article; what follows is about it.
  void enter(const ArticleHits& article);
  const Document& document() const { return *document_; }
  void find(const ArticleHits& article, std::vector<Unit>& found);
  /// Where the sentence of the first hit begins that makes a candidate.
  Offset first_hit(const ArticleHits& article);

 private:
  /// Throws CorruptFile where they do not fit the document.
  void read_sentences(const ArticleHits& article);
  bool has_hit(const ArticleHits& article, const UnitWords& unit) const;
  Unit element(const ArticleHits& article, std::uint32_t place) const;
  /// Sentences [begin, end).
  Unit sentences(const ArticleHits& article, std::size_t begin, std::size_t end) const;

  void find_elements(const ArticleHits& article, std::vector<Unit>& found);
  /// Elements with a hit, of tags that `chosen` has; whether there are any such elements.
  bool find_chosen(const ArticleHits& article, const std::vector<bool>& chosen,
                   std::vector<Unit>& found) const;
  void find_common_ancestors(const ArticleHits& article, std::vector<Unit>& found) const;
  /// Places of the body, or else of the article, and of the first section in it.
  struct Beginning {
    std::uint32_t body = 0;
    std::optional<std::uint32_t> section = std::nullopt;
  };
  Beginning beginning_of(const ArticleHits& article) const;
  void find_lead(const ArticleHits& article, std::vector<Unit>& found) const;
  void find_first_section(const ArticleHits& article, std::vector<Unit>& found) const;
  void find_first(const ArticleHits& article, std::vector<Unit>& found) const;
  void find_word_windows(const ArticleHits& article, std::vector<Unit>& found);
  void find_sentence_windows(const ArticleHits& article, std::vector<Unit>& found) const;
  void find_character_windows(const ArticleHits& article, std::size_t least, std::vector<Unit>& found) const;
  void find_best(const ArticleHits& article, std::vector<Unit>& found) const;

  const Index& index_;
  const Collection& collection_;
  const Candidates& candidates_;
  std::vector<double> idf_;
  std::vector<bool> discerning_;
  std::vector<bool> chosen_;
  std::vector<bool> paragraphs_;
  std::vector<Role> roles_;
  std::optional<Document> document_;
  std::vector<SentenceStart> starts_;
  std::optional<Analyser> analyser_;  ///< for windows of words, whose characters no index knows
};

}  // namespace fovea::search
