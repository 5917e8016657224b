#include "evaluate/explanation.h"

#include <algorithm>

#include "evaluate/question_match.h"
#include "evaluate/run_evaluation.h"
#include "measures/function_measure.h"
#include "measures/highlights/reading.h"
#include "runs/order.h"
#include "runs/resolve.h"
#include "runs/run_format.h"

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

namespace {

/// The usual parameters, with the score asked for in the place of one of them.
ExplainedScores parameters_of(const EvaluationOptions& options) {
  ExplainedScores parameters;
  if (!options.score) return parameters;
  switch (options.score->kind) {
    case ArticleScore::Kind::kF:
      parameters.beta = options.score->value;
      break;
    case ArticleScore::Kind::kT2I:
      parameters.tolerance = options.score->value;
      break;
    case ArticleScore::Kind::kBep:
      parameters.bep_distance = options.score->value;
      break;
  }
  return parameters;
}

/// The results of a topic in the order in which they count; empty when the run does not answer it.
TopicResults results_of(const Run& run, const Judgements& judgements, std::string_view topic,
                        const EvaluationOptions& options, const Collection* collection, Diagnostics& said) {
  TopicResults results;
  const auto answered = answered_topics(run, judgements, said);
  for (std::size_t i = 0; answered && i < run.topics(); ++i) {
    if ((*answered)[i] != topic) continue;
    run.read(i, results, said);
    if (collection != nullptr) resolve(results, run.file(), *collection, said);
    put_in_order(results, options.order.value_or(run.format().order));
    if (options.depth > 0) results.results.resize(std::min(options.depth, results.results.size()));
  }
  return results;
}

}  // namespace

std::optional<ArticleExplanation> explain_article(const Run& run, const Judgements& judgements,
                                                  const TopicJudgements& topic, std::string_view doc,
                                                  const EvaluationOptions& options,
                                                  const Collection* collection, Diagnostics& said) {
  const TopicResults results = results_of(run, judgements, topic.topic(), options, collection, said);
  TopicView view(options.relevance_level, knowledge_from(collection, options));
  view.start(topic, results.results);
  ArticleExplanation article = explain_article(view, doc, parameters_of(options));
  if (const Result* unknown = view.unknown_text()) {
    said.expected({run.file(), unknown->line}, "unknown-text", "a result whose text is not known",
                  "its characters, or a collection to find them in");
  }
  if (!said.ok()) return std::nullopt;
  return article;
}

}  // namespace fovea
