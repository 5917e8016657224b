// A topic as inex_eval 3.1 sees it: articles, the text retrieved from them, the text highlighted in them.
//
// Apart from fovea's own views because the tool differs in all of them: it begins anew where a topic stands in a
// second block of the run, adds up highlights passage by passage whether or not they overlap, and reads on beyond
// the end of a document.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "judgements/judgements.h"
#include "measures/views/article_ranking.h"
#include "measures/views/character_curve.h"
#include "measures/views/topic_view.h"
#include "text/span_set.h"

namespace fovea {

/// Highlighted characters, those of several passages counted for each of them.
class ListedHighlights {
 public:
  explicit ListedHighlights(SpanView passages);
  std::uint64_t in(Span span) const { return span.empty() ? 0 : before(span.end) - before(span.begin); }

 private:
  /// How many characters stand before an offset, were every passage to go on for ever from one of these.
  struct Edges {
    std::vector<Offset> at;
    std::vector<std::uint64_t> sums;  ///< of those before
    void sort();
    std::uint64_t before(Offset offset) const;
  };
  std::uint64_t before(Offset offset) const { return begins_.before(offset) - ends_.before(offset); }

  Edges begins_, ends_;
};

struct InexArticle {
  Article article;
  std::vector<std::uint32_t> results;  ///< in rank order

  /// The tool's idea of relevance: column 4 of the qrels.
  bool relevant() const { return article.judged != nullptr && article.judged->relevant_chars > 0; }
};

/// In rank order; an article that comes again in a later block stands there again.
std::vector<InexArticle> inex_articles(TopicView& topic);

/// What each result of the topic adds in the task thorough: seen text counts once in articles with relevance, where
/// a result at no place is empty, and again in all others. Without `once` it counts again everywhere.
std::vector<CurvePoint> inex_added(TopicView& topic, std::span<const InexArticle> articles, bool once);

/// Tolerance to irrelevance: relevant text read / all text read. Passages at no place are not read; what lies
/// before a retrieved passage is read even where the document has ended. With a tolerance of 0 relevant text is read
/// up to the first character that is not.
double inex_t2i(TopicView& topic, const InexArticle& article, std::uint64_t tolerance);

}  // namespace fovea
