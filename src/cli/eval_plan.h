// What `fovea eval` is to compute: from options, task and judgements to a scorer.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/eval_options.h"
#include "evaluate/compat/inex_eval.h"
#include "evaluate/topic_scorer.h"
#include "measures/measure.h"
#include "runs/task.h"

namespace fovea::cli {

struct EvalPlan {
  std::unique_ptr<TopicScorer> scorer;
  /// The scorer as what it is with --compat inex_eval, else nullptr.
  const InexEval* inex = nullptr;
  /// Rules that runs have to keep.
  std::optional<TaskRules> rules = std::nullopt;
  bool answered_only = false;
};

/// The measures asked for with -m; empty when there are none. What is wrong is printed, and nothing returned.
std::optional<std::vector<MeasureName>> asked_measures(const EvalOptions& options);

/// Whether the measures score a chunking in the place of a run. Both at once cannot be had: then nothing is
/// returned, and said.
std::optional<bool> asks_for_chunkings(std::span<const MeasureName> names);

/// The plan for a task, `names` being those asked for. What is wrong is printed, and nothing returned.
std::optional<EvalPlan> make_plan(const EvalOptions& options, const Task& task,
                                  const std::vector<MeasureName>& names, const Judgements& judgements);

}  // namespace fovea::cli
