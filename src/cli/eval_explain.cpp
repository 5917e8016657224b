#include "cli/eval_explain.h"

#include <fmt/format.h>

#include <optional>

#include "cli/command.h"
#include "cli/console.h"
#include "evaluate/explanation.h"
#include "report/tables/explanation_text.h"
#include "text/escape.h"

namespace fovea::cli {

int explain(const EvalOptions& options, const EvaluationRequest& request, const Judgements& judgements,
            std::span<const OpenedRun* const> runs) {
  const Collection* const collection = request.collection;
  const std::string& doc = options.explain[1];
  const TopicJudgements* topic = judgements.find(options.explain[0]);
  if (topic == nullptr) {
    say(fmt::format("topic {} has no judgements", quote(options.explain[0])));
    return kNothingInCommon;
  }
  const std::optional<Document> document = collection == nullptr ? std::nullopt : collection->find(doc);
  const TextOf text_of = document ? TextOf([&](Span span) { return document->text(span); }) : TextOf();
  int exit = kFine;
  for (const OpenedRun* const run : runs) {
    Diagnostics diagnostics;
    const auto article =
        explain_article(*run->run(), judgements, *topic, doc, request.options, collection, diagnostics);
    print(diagnostics);
    if (!article) {
      exit = kBadInput;
    } else if (options.output == "json") {
      fmt::print("{}", to_json(*article, text_of));
    } else {
      fmt::print("run {} ({})\n{}", visible(run->outcome.name), visible(run->outcome.file),
                 to_text(*article, text_of));
    }
  }
  return exit;
}

}  // namespace fovea::cli
