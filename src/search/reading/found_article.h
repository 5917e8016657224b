// What a reader sees of an answer: articles with their titles, where in the text the words of the query lie, their sections,
// and a few passages.
//
// Heat is ln(N/n) of the query's words, times their weight, added up over a stretch of text, as a share of that of the
// whole article: where the score lies, as far as it is one of words. A query of words that all documents have counts each 1.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collection/collection.h"
#include "search/analysis/analyser.h"
#include "search/index/index.h"
#include "search/session/searcher.h"
#include "text/unicode.h"

namespace fovea::search {

/// Blanks of any kind become one, those at the ends none.
std::string in_one_line(std::string_view text);

struct FoundPassage {
  Span span;
  std::string path;  ///< of the smallest element around it
  std::string text;
  std::vector<Span> words = {};  ///< the query's, in the document
};

struct FoundSection {
  std::string path;
  std::string title;      ///< empty where it has none
  std::size_t level = 0;  ///< sections around it
  Span span;
  double heat = 0;
};

struct FoundArticle {
  static constexpr std::size_t kCells = 20;

  std::string id;
  std::string title;  ///< empty where it has none
  double score = 0;
  Offset length = 0;
  std::array<double, kCells> heat{};   ///< of each twentieth of the text
  std::vector<FoundSection> sections;  ///< in document order, as the passages
  std::vector<FoundPassage> passages;
  std::vector<Span> words;  ///< all of the query's
};

/// Reads the articles of answers to one query. One thread per reader.
class AnswerReader {
 public:
  static constexpr std::size_t kPassages = 3;
  static constexpr Offset kLongestPassage = 300;

  /// `index` is any of those that were searched: they analyse alike.
  AnswerReader(const Index& index, const CountedQuery& asked);

  /// `parts` are the article's answers, the best first; none, or whole documents, stand for the article.
  FoundArticle read(const Document& document, double score, const std::vector<Answer>& parts);

 private:
  struct Sentence {
    Span span;
    double heat = 0;     ///< of its different words
    bool alone = false;  ///< in a title: no passage goes on over it
    bool glued =
        false;  ///< no blank stands before it, as between paragraphs in one line: none goes back over it
    bool shown = false;
  };

  void find_words(const Document& document, FoundArticle& found);
  void find_sentences(const Document& document);
  /// Per name of the tree.
  std::vector<Role> roles_of(const ElementTreeView& tree) const;
  void find_sections(const Document& document, FoundArticle& found) const;
  void choose_passages(const Document& document, const std::vector<Answer>& parts, FoundArticle& found);
  void add_passages(const Document& document, const std::vector<Span>& parts, bool titles,
                    FoundArticle& found);
  /// The best stretch of sentences inside of `part` that is not shown yet; empty if none has a word. Titles, which are listed
  /// with the sections, only where asked for.
  Span next_passage(Span part, bool titles);
  Span cut_sentence(Span sentence) const;
  double heat_of(Span span) const;
  std::string text_of(Span span) const;

  const Roles roles_;
  Analyser analyser_;
  std::map<std::string, double, std::less<>> weights_;
  // Of the article that is read, whose text is unpacked once.
  std::string text_;
  std::optional<OffsetMap> offsets_;
  AnalysedDocument analysed_;
  std::vector<Sentence> sentences_;
  std::vector<std::pair<Span, double>> hits_;
};

/// The articles of an answer, best first, at most `most`. Throws CorruptFile where the collection has not one of
/// them.
std::vector<FoundArticle> read_answer(const Index& index, const Collection& collection,
                                      const SearchFindings& findings, std::size_t most);

}  // namespace fovea::search
