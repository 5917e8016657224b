#include "cli/eval_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cli/console.h"
#include "evaluate/compat/chunk_tools.h"
#include "evaluate/compat/trec_eval.h"
#include "measures/highlights/article_score.h"
#include "measures/measure_name.h"
#include "measures/registry.h"

namespace fovea::cli {

namespace {

bool ranks_articles(const Task& task) {
  return task.rules.grouped || task.name == "best-in-context";
}

/// The score that the measures of a task are to use: what --score says, or nothing. False when that makes no
/// sense.
bool score_of(const EvalOptions& options, const Task& task, std::optional<ArticleScore>& score) {
  if (options.score.empty()) return true;
  std::string why;
  score = parse_article_score(options.score, why);
  if (!score) {
    say(fmt::format("--score: {}", why));
    return false;
  }
  if (!ranks_articles(task)) {
    say(fmt::format("--score is for tasks that rank articles, which {} does not", task.name));
    return false;
  }
  return true;
}

/// A measure of a task with another article score: "gP(t2i=300)@5" with beta=1 becomes "gP(beta=1)@5".
std::string with_score(std::string_view measure, const ArticleScore& score) {
  const std::size_t open = measure.find('(');
  const std::size_t close = measure.find(')');
  if (open == std::string_view::npos || close == std::string_view::npos) return std::string(measure);
  return fmt::format("{}({}){}", measure.substr(0, open), to_string(score), measure.substr(close + 1));
}

std::optional<std::vector<MeasureName>> task_measures(const EvalOptions& options, const Task& task) {
  std::optional<ArticleScore> score;
  if (!score_of(options, task, score)) return std::nullopt;
  std::vector<std::string> expressions;
  for (const std::string_view measure : task.measures) {
    expressions.push_back(score ? with_score(measure, *score) : std::string(measure));
  }
  expressions.insert(expressions.end(), article_measures().begin(), article_measures().end());
  Diagnostics diagnostics;
  auto names = parse_measures(expressions, diagnostics);
  print(diagnostics);
  return names;
}

std::optional<EvalPlan> inex_eval_plan(const EvalOptions& options, const Task& task,
                                       const Judgements& judgements) {
  std::optional<ArticleScore> score;
  if (!score_of(options, task, score)) return std::nullopt;
  const bool articles = ranks_articles(task);
  const ArticleScore usual = task.name == "best-in-context" ? ArticleScore{ArticleScore::Kind::kBep, 500}
                                                            : ArticleScore{ArticleScore::Kind::kT2I, 300};
  EvalPlan plan;
  auto scorer = std::make_unique<InexEval>(articles ? InexEval::Task::kArticles : InexEval::Task::kResults,
                                           score.value_or(usual), judgements);
  plan.inex = scorer.get();
  plan.scorer = std::move(scorer);
  plan.answered_only = true;
  // The tool's own rules: no overlap but in thorough, and articles in one piece where they are ranked.
  const bool thorough = task.name == "thorough" || task.name == "efficiency";
  if (!thorough) plan.rules = TaskRules{.no_overlap = true, .grouped = articles};
  return plan;
}

std::optional<EvalPlan> chunk_tool_plan(ChunkTool tool, std::vector<MeasureName> names) {
  Diagnostics diagnostics;
  if (names.empty()) names = *parse_measures(chunk_tool_defaults(tool), diagnostics);
  auto list = std::make_unique<MeasureList>();
  for (const MeasureName& name : names) {
    std::string why;
    std::unique_ptr<const Measure> measure = chunk_tool_measure(tool, name, why);
    if (!measure) {
      say(why);
      return std::nullopt;
    }
    list->add({to_string(name)}, measure_registry().find(name.name).record->needs, std::move(measure));
  }
  EvalPlan plan;
  plan.scorer = std::move(list);
  return plan;
}

std::optional<EvalPlan> trec_eval_plan(std::vector<MeasureName> names) {
  Diagnostics diagnostics;
  if (names.empty()) names = *parse_measures("official", diagnostics);
  sort_as_trec_eval(names);
  auto list = std::make_unique<MeasureList>(names);
  for (std::size_t i = 0; i < names.size(); ++i) list->rename(i, trec_eval_name(names[i]));
  EvalPlan plan;
  plan.scorer = std::move(list);
  plan.answered_only = true;
  return plan;
}

std::optional<EvalPlan> own_plan(const EvalOptions& options, const Task& task,
                                 std::vector<MeasureName> names) {
  if (names.empty()) {
    auto defaults = task_measures(options, task);
    if (!defaults) return std::nullopt;
    names = std::move(*defaults);
  }
  EvalPlan plan;
  plan.scorer = std::make_unique<MeasureList>(names);
  if (!options.task.empty()) plan.rules = task.rules;
  return plan;
}

}  // namespace

std::optional<std::vector<MeasureName>> asked_measures(const EvalOptions& options) {
  if (options.measures.empty()) return std::vector<MeasureName>();
  Diagnostics diagnostics;
  auto names = parse_measures(options.measures, diagnostics);
  print(diagnostics);
  return names;
}

std::optional<bool> asks_for_chunkings(std::span<const MeasureName> names) {
  const auto scores_chunking = [](const MeasureName& name) {
    return measure_registry().find(name.name).record->needs.chunking;
  };
  const auto count = std::count_if(names.begin(), names.end(), scores_chunking);
  if (count == 0 || count == std::ssize(names)) return count > 0;
  const auto chunking = std::find_if(names.begin(), names.end(), scores_chunking);
  const auto run = std::find_if_not(names.begin(), names.end(), scores_chunking);
  say(fmt::format("{} is asked of a chunking and {} of a run: ask for them in two calls",
                  to_string(*chunking), to_string(*run)));
  return std::nullopt;
}

std::optional<EvalPlan> make_plan(const EvalOptions& options, const Task& task,
                                  const std::vector<MeasureName>& names, const Judgements& judgements) {
  std::optional<EvalPlan> plan = options.compat == "inex_eval" ? inex_eval_plan(options, task, judgements)
                                 : options.compat == "chroma"  ? chunk_tool_plan(ChunkTool::kChroma, names)
                                 : options.compat == "legalbench"
                                     ? chunk_tool_plan(ChunkTool::kLegalBench, names)
                                 : options.compat == "trec_eval" ? trec_eval_plan(names)
                                                                 : own_plan(options, task, names);
  if (!plan) return std::nullopt;
  if (options.topics == "answered") plan->answered_only = true;
  if (options.complete || options.topics == "all") plan->answered_only = false;
  return plan;
}

}  // namespace fovea::cli
