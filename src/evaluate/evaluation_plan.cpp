#include "evaluate/evaluation_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "evaluate/compat/tool_plans.h"
#include "evaluate/task_measures.h"
#include "measures/measure_name.h"
#include "measures/registry.h"
#include "runs/run_format.h"

namespace fovea {

namespace {

/// A measure of a task with another article score: "gP(t2i=300)@5" with beta=1 becomes "gP(beta=1)@5".
std::string with_score(std::string_view measure, const ArticleScore& score) {
  const std::size_t open = measure.find('(');
  const std::size_t close = measure.find(')');
  if (open == std::string_view::npos || close == std::string_view::npos) return std::string(measure);
  return fmt::format("{}({}){}", measure.substr(0, open), to_string(score), measure.substr(close + 1));
}

std::optional<std::vector<MeasureName>> task_measures(const EvaluationOptions& options, const Task& task,
                                                      Diagnostics& said) {
  if (!score_fits(options, task, said)) return std::nullopt;
  std::vector<std::string> expressions;
  for (const std::string_view measure : measures_of(task)) {
    expressions.push_back(options.score ? with_score(measure, *options.score) : std::string(measure));
  }
  if (looks_for_articles(task)) {
    expressions.insert(expressions.end(), article_measures().begin(), article_measures().end());
  }
  return parse_measures(expressions, said);
}

std::optional<EvaluationPlan> own_plan(const EvaluationOptions& options, const Task& task,
                                       Diagnostics& said) {
  EvaluationPlan plan;
  if (options.measures.empty()) {
    const auto names = task_measures(options, task, said);
    if (!names) return std::nullopt;
    plan.scorer = std::make_unique<MeasureList>(*names);
  } else {
    plan.scorer = std::make_unique<MeasureList>(options.measures);
  }
  if (options.rules) plan.rules = task.rules;
  return plan;
}

/// A chunking is scored, and a run was given.
void refuse_run(const Place& place, std::string_view measure, Diagnostics& said) {
  said.error(place, "needs-chunking",
             fmt::format("{} scores a chunking (index, document, begin, end), not a run", measure));
}

}  // namespace

bool score_fits(const EvaluationOptions& options, const Task& task, Diagnostics& said) {
  if (!options.score || ranks_articles(task)) return true;
  said.error({}, "unfit-score",
             fmt::format("an article score is for tasks that rank articles, which {} does not", task.name));
  return false;
}

std::optional<EvaluationPlan> plan_evaluation(const EvaluationOptions& options, const Judgements& judgements,
                                              Diagnostics& said) {
  const Task& task = options.task != nullptr ? *options.task : *task_named("document");
  auto plan = options.compat == CompatMode::kNone ? own_plan(options, task, said)
                                                  : tool_plan(options, task, judgements, said);
  if (!plan || !check_subject(*plan->scorer, options, said)) return std::nullopt;
  plan->topics_by_id |= options.topics_by_id;
  if (options.topics != CountedTopics::kUsual) {
    plan->answered_only = options.topics == CountedTopics::kAnswered;
  }
  return plan;
}

bool check_subject(const TopicScorer& scorer, const EvaluationOptions& options, Diagnostics& said) {
  if (const ScoredMeasure* measure = scorer.needing(&Needs::chunks);
      measure != nullptr && options.chunking == nullptr) {
    said.error(
        {}, "needs-chunks",
        fmt::format("{} counts the relevant chunks there are, and needs the chunking that the runs were made "
                    "of",
                    measure->name));
    return false;
  }
  if (const ScoredMeasure* measure = scorer.needing(&Needs::chunking);
      measure != nullptr && !options.scores_chunkings) {
    refuse_run({}, measure->name, said);
    return false;
  }
  return true;
}

std::optional<std::vector<MeasureName>> parse_run_measures(std::span<const std::string> expressions,
                                                           Diagnostics& said) {
  auto names = parse_measures(expressions, said);
  if (names && !check_subject(MeasureList(*names), {}, said)) return std::nullopt;
  return names;
}

std::optional<Chunking> open_scored_chunking(const std::string& path, const RunOptions& options,
                                             std::span<const MeasureName> measures, Diagnostics& said) {
  auto input = InputFile::open(path, said);
  if (!input) return std::nullopt;
  const bool looks_like_run = sniff_run(input->bytes()).format != nullptr;
  Diagnostics faults;
  auto chunking = Chunking::read(std::move(*input), options, faults);
  if (!faults.ok() && looks_like_run) {
    refuse_run({path}, to_string(measures.front()), said);
    return std::nullopt;
  }
  said.merge(std::move(faults));
  return chunking;
}

std::optional<bool> asks_for_chunkings(std::span<const MeasureName> names, Diagnostics& said) {
  const auto scores_chunking = [](const MeasureName& name) {
    return measure_registry().find(name.name).record->needs.chunking;
  };
  const auto count = std::count_if(names.begin(), names.end(), scores_chunking);
  if (count == 0 || count == std::ssize(names)) return count > 0;
  const auto chunking = std::find_if(names.begin(), names.end(), scores_chunking);
  const auto run = std::find_if_not(names.begin(), names.end(), scores_chunking);
  said.error({}, "mixed-measures",
             fmt::format("{} is asked of a chunking and {} of a run: ask for them in two calls",
                         to_string(*chunking), to_string(*run)));
  return std::nullopt;
}

bool asks_for_groups(std::span<const MeasureName> names) {
  return std::ranges::any_of(
      names, [](const MeasureName& name) { return measure_registry().find(name.name).record->needs.groups; });
}

std::optional<TaskGuess> common_task(std::span<const Run* const> runs, Diagnostics& said) {
  const TaskGuess first = guess_task(*runs.front());
  for (const Run* run : runs.subspan(1)) {
    const TaskGuess guess = guess_task(*run);
    if (guess.task == first.task) continue;
    said.error({}, "different-tasks",
               fmt::format("{} looks like task {} ({}), {} like {} ({}): say which it is, or what to measure",
                           runs.front()->file(), first.task->name, first.reason, run->file(),
                           guess.task->name, guess.reason));
    return std::nullopt;
  }
  return first;
}

}  // namespace fovea
