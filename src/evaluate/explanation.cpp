#include "evaluate/explanation.h"

#include <algorithm>

#include "measures/highlights/reading.h"
#include "measures/ratio.h"

namespace fovea {

namespace {

ArticleExplanation::T2I read_article(SpanView highlights, SpanView retrieved, std::uint64_t unplaced,
                                     Offset length, double tolerance) {
  ArticleExplanation::T2I t2i;
  Reading reading(highlights, static_cast<std::uint64_t>(tolerance),
                  [&](Span span, bool relevant, bool is_retrieved) {
                    t2i.stretches.push_back({span, relevant, is_retrieved});
                  });
  reading.read_unplaced(unplaced);
  reading.read(retrieved, length);
  t2i.score = reading.score();
  t2i.relevant = reading.relevant();
  t2i.irrelevant = reading.irrelevant();
  t2i.stopped = reading.stopped();
  return t2i;
}

/// The results of the article and their union; returns the characters at no place.
std::uint64_t explain_results(TopicView& topic, std::size_t a, ArticleExplanation& out) {
  std::uint64_t unplaced = 0;
  for (const std::uint32_t i : topic.results_of(a)) {
    ArticleExplanation::Place place{{}, i + std::size_t{1}, topic.results()[i].line, topic.unplaced(i)};
    if (place.unplaced) {
      unplaced += kUnplacedCharacters;
    } else {
      place.span = topic.span_of(i, topic.articles()[a]);
      out.retrieved.push_back(place.span);
    }
    out.results.push_back(place);
  }
  out.retrieved.resize(normalise(out.retrieved));
  return unplaced;
}

}  // namespace

ArticleExplanation explain_article(TopicView& topic, std::string_view doc,
                                   const ExplainedScores& parameters) {
  ArticleExplanation out;
  out.topic = topic.judgements().topic();
  out.doc = doc;
  out.parameters = parameters;
  const JudgedDocument* judged = topic.judgements().find(doc);
  out.judged = judged != nullptr;
  out.length = topic.length_of(doc, judged);
  if (judged != nullptr) {
    const SpanView highlights = topic.judgements().highlights(*judged);
    out.highlights.assign(highlights.begin(), highlights.end());
    out.bep = judged->bep;
  }
  out.highlighted_characters = character_count(out.highlights);

  const std::span<const Article> articles = topic.articles();
  const auto found = std::find_if(articles.begin(), articles.end(),
                                  [&](const Article& article) { return article.doc == doc; });
  if (found == articles.end()) return out;
  const auto a = static_cast<std::size_t>(found - articles.begin());
  out.rank = a + 1;
  const std::uint64_t unplaced = explain_results(topic, a, out);
  out.retrieved_characters = character_count(out.retrieved) + unplaced;
  out.common_characters = intersection_size(out.highlights, out.retrieved);
  out.precision = ratio(out.common_characters, out.retrieved_characters);
  out.recall = ratio(out.common_characters, out.highlighted_characters);
  out.f =
      f_score(out.common_characters, out.retrieved_characters, out.highlighted_characters, parameters.beta);
  if (out.bep && !out.results.front().unplaced) {
    out.bep_score = bep_score(topic.entry_of(found->first_result), *out.bep, parameters.bep_distance);
  }
  if (out.length) {
    out.t2i = read_article(out.highlights, out.retrieved, unplaced, *out.length, parameters.tolerance);
  }
  return out;
}

}  // namespace fovea
