#include "evaluate/compat/tool_plans.h"

#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "evaluate/compat/chunk_tools.h"
#include "evaluate/compat/inex_eval.h"
#include "evaluate/compat/trec_eval.h"
#include "evaluate/task_measures.h"
#include "measures/measure_name.h"
#include "measures/registry.h"

namespace fovea {

namespace {

std::optional<EvaluationPlan> inex_eval_plan(const EvaluationOptions& options, const Task& task,
                                             const Judgements& judgements, Diagnostics& said) {
  if (!score_fits(options, task, said)) return std::nullopt;
  const bool articles = ranks_articles(task);
  const ArticleScore usual = task.name == "best-in-context" ? ArticleScore{ArticleScore::Kind::kBep, 500}
                                                            : ArticleScore{ArticleScore::Kind::kT2I, 300};
  const ArticleScore scored = options.score.value_or(usual);
  const bool thorough = task.name == "thorough" || task.name == "efficiency";
  EvaluationPlan plan;
  auto scorer = std::make_unique<InexEval>(articles   ? InexEval::Task::kArticles
                                           : thorough ? InexEval::Task::kThorough
                                                      : InexEval::Task::kFocused,
                                           scored, judgements);
  plan.scorer = std::move(scorer);
  plan.answered_only = plan.unchecked = true;
  plan.restarts_blocks = name_of(CompatMode::kInexEval);
  // The tool's own rules: no overlap but in thorough, articles in one piece where they are ranked, and one entry
  // point in each where entry points are.
  const bool entries = articles && scored.kind == ArticleScore::Kind::kBep;
  if (!thorough) plan.rules = TaskRules{.no_overlap = true, .grouped = articles, .one_per_article = entries};
  return plan;
}

std::optional<EvaluationPlan> chunk_tool_plan(ChunkTool tool, std::vector<MeasureName> names,
                                              Diagnostics& said) {
  if (names.empty()) names = *parse_measures(chunk_tool_defaults(tool), said);
  auto list = std::make_unique<MeasureList>();
  for (const MeasureName& name : names) {
    std::string why;
    std::unique_ptr<const Measure> measure = chunk_tool_measure(tool, name, why);
    if (!measure) {
      said.error({}, "unfit-measure", why);
      return std::nullopt;
    }
    list->add({to_string(name)}, measure_registry().find(name.name).record->needs, std::move(measure));
  }
  EvaluationPlan plan;
  plan.scorer = std::move(list);
  // LegalBench-RAG averages over the results there are, each benchmark weighing the same.
  plan.answered_only = plan.weighs_files = tool == ChunkTool::kLegalBench;
  return plan;
}

EvaluationPlan trec_eval_plan(std::vector<MeasureName> names, Diagnostics& said) {
  if (names.empty()) names = *parse_measures("official", said, measure_registry(), Texts::kWanted);
  drop_what_parameters_replace(names);
  sort_as_trec_eval(names);
  EvaluationPlan plan;
  std::vector<MeasureName> scored;
  for (const MeasureName& name : names) {
    if (!measure_registry().find(name.name).record->text) {
      scored.push_back(name);
      continue;
    }
    plan.texts.push_back({.column = {trec_eval_name(name), scored.size(), name.name == "runid"},
                          .usual = name.usual,
                          .measure = make_measure(name)});
  }
  auto list = std::make_unique<MeasureList>(scored);
  for (std::size_t i = 0; i < scored.size(); ++i) list->rename(i, trec_eval_name(scored[i]));
  plan.scorer = std::move(list);
  plan.answered_only = plan.topics_by_id = true;
  plan.stand_in = &kTrecEvalStandIn;
  return plan;
}

}  // namespace

std::optional<EvaluationPlan> tool_plan(const EvaluationOptions& options, const Task& task,
                                        const Judgements& judgements, Diagnostics& said) {
  switch (options.compat) {
    case CompatMode::kInexEval:
      return inex_eval_plan(options, task, judgements, said);
    case CompatMode::kChroma:
      return chunk_tool_plan(ChunkTool::kChroma, options.measures, said);
    case CompatMode::kLegalBench:
      return chunk_tool_plan(ChunkTool::kLegalBench, options.measures, said);
    case CompatMode::kTrecEval:
      return trec_eval_plan(options.measures, said);
    case CompatMode::kNone:
      break;
  }
  return std::nullopt;
}

}  // namespace fovea
