#include "cli/eval_explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "cli/command.h"
#include "cli/console.h"
#include "evaluate/explanation.h"
#include "measures/highlights/article_score.h"
#include "report/tables/explanation_text.h"
#include "runs/order.h"
#include "runs/resolve.h"
#include "runs/run_format.h"

namespace fovea::cli {

namespace {

/// The usual parameters, with what --score says in the place of one of them.
std::optional<ExplainedScores> parameters_of(const EvalOptions& options) {
  ExplainedScores parameters;
  if (options.score.empty()) return parameters;
  std::string why;
  const std::optional<ArticleScore> score = parse_article_score(options.score, why);
  if (!score) {
    say(fmt::format("--score: {}", why));
    return std::nullopt;
  }
  switch (score->kind) {
    case ArticleScore::Kind::kF:
      parameters.beta = score->value;
      break;
    case ArticleScore::Kind::kT2I:
      parameters.tolerance = score->value;
      break;
    case ArticleScore::Kind::kBep:
      parameters.bep_distance = score->value;
      break;
  }
  return parameters;
}

DocumentKnowledge knowledge_of(const EvalOptions& options, const Collection* collection) {
  DocumentKnowledge known{.elements_resolved = collection != nullptr, .lenient = options.lenient};
  if (collection != nullptr) {
    known.length = [collection](std::string_view doc) -> std::optional<Offset> {
      const std::optional<Document> document = collection->find(doc);
      if (!document) return std::nullopt;
      return document->length();
    };
  }
  return known;
}

/// The results of a topic in the order in which they count; empty when the run does not answer it.
TopicResults results_of(const EvalOptions& options, const Run& run, std::string_view topic,
                        const Collection* collection, Diagnostics& diagnostics) {
  TopicResults results;
  for (std::size_t i = 0; i < run.topics(); ++i) {
    if (run.topic(i) != topic) continue;
    run.read(i, results, diagnostics);
    if (collection != nullptr) resolve(results, run.file(), *collection, diagnostics);
    put_in_order(results, rank_order_named(options.order).value_or(run.format().order));
    if (options.depth > 0) results.results.resize(std::min(options.depth, results.results.size()));
  }
  return results;
}

}  // namespace

int explain(const EvalOptions& options, const Judgements& judgements, const Collection* collection,
            std::span<const Run* const> runs) {
  const std::optional<ExplainedScores> parameters = parameters_of(options);
  if (!parameters) return kUsage;
  const std::string& doc = options.explain[1];
  const TopicJudgements* topic = judgements.find(options.explain[0]);
  if (topic == nullptr) {
    say(fmt::format("topic {} has no judgements", quote(options.explain[0])));
    return kNothingInCommon;
  }
  const std::optional<Document> document = collection == nullptr ? std::nullopt : collection->find(doc);
  const TextOf text_of = document ? TextOf([&](Span span) { return document->text(span); }) : TextOf();
  int exit = kFine;
  for (const Run* run : runs) {
    Diagnostics diagnostics;
    const TopicResults results = results_of(options, *run, topic->topic(), collection, diagnostics);
    TopicView view(options.relevance_level, knowledge_of(options, collection));
    view.start(*topic, results.results);
    const ArticleExplanation article = explain_article(view, doc, *parameters);
    if (const Result* unknown = view.unknown_text()) {
      diagnostics.expected({run->file(), unknown->line}, "unknown-text", "a result whose text is not known",
                           "its characters: give --collection, or --lenient for unresolved results");
    }
    print(diagnostics);
    if (!diagnostics.ok()) {
      exit = kBadInput;
    } else if (options.output == "json") {
      fmt::print("{}", to_json(article, text_of));
    } else {
      fmt::print("run {} ({})\n{}", run->details().id, run->file(), to_text(article, text_of));
    }
  }
  return exit;
}

}  // namespace fovea::cli
