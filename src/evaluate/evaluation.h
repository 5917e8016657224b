// An evaluation: judgements and runs in, scores out. The one place where it is set up.
//
//     JudgementSource judgements("q.qrels", {}, JudgementSource::Passes::kMany);
//     auto evaluation = Evaluation::make(judgements, nullptr, options, said);
//     RunEvaluation of_run = evaluation->evaluate(run);
//
// Judgements are asked whether they hold what the measures need, grades of elements become recall bases, the
// habits of other tools are taken on where they are asked for. Scores and messages are the same for any number of
// threads: values are summed in the order of the judgements, and messages stand in the order of the run.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "collection/collection.h"
#include "evaluate/evaluation_options.h"
#include "evaluate/evaluation_plan.h"
#include "evaluate/judgement_source.h"
#include "evaluate/run_evaluation.h"
#include "files/diagnostics.h"
#include "runs/chunking.h"
#include "runs/run.h"
#include "scores/scores.h"

namespace fovea {

class Evaluation {
 public:
  /// Nothing, and the reason in `said`, when the options do not go together. Judgements and collection, which
  /// may be nullptr, must outlive the evaluation.
  static std::optional<Evaluation> make(JudgementSource& judgements, const Collection* collection,
                                        EvaluationOptions options, Diagnostics& said);
  /// The same with judgements in memory.
  static std::optional<Evaluation> make(const Judgements& judgements, const Collection* collection,
                                        EvaluationOptions options, Diagnostics& said);

  /// Whether runs can be evaluated: the judgements can be used, and hold what the measures need. Where they are
  /// streamed it may only turn out with the first run that they cannot.
  bool usable() const { return judgements_->usable() && lacking_.ok(); }
  /// What the judgements lack.
  const Diagnostics& lacking() const { return lacking_; }

  /// Empty when it is not usable(), before or after. Runs may be evaluated from several threads at once, unless
  /// the judgements were opened for one pass.
  RunEvaluation evaluate(const Run& run);
  RunEvaluation evaluate(const Chunking& chunking);
  /// A part of a run, and an empty answer to every judged topic: for evaluations in shards (evaluate/shards/). Only with
  /// judgements that are kept, and usable().
  AnsweredTopics evaluate_answered(const Run& run) const;
  std::vector<std::vector<double>> score_empty_answers() const;

  const JudgementSource& judgements() const { return *judgements_; }
  const EvaluationOptions& options() const { return options_; }
  const TopicScorer& scorer() const { return *plan_.scorer; }
  std::span<const TextColumn> texts() const { return plan_.texts; }
  const InexEval* inex() const { return plan_.inex; }
  bool answered_only() const { return plan_.answered_only; }
  /// The recall bases, where a measure or an option asks for them; nullptr otherwise.
  const GradedJudgements* graded() const { return graded_.get(); }
  /// Grades that were left out of them.
  const Diagnostics& unfit_grades() const { return unfit_grades_; }

 private:
  Evaluation(JudgementSource& judgements, const Collection* collection, EvaluationOptions options,
             EvaluationPlan plan);
  /// Whether qrels that are read topic by topic have all that is needed.
  bool streams() const;
  /// Looks at the judgements once they are kept.
  void prepare();
  void make_recall_bases();
  void check_needs();
  RunScoring scoring() const;

  std::unique_ptr<JudgementSource> memory_;  ///< when it was made with judgements in memory
  JudgementSource* judgements_;
  const Collection* collection_;
  EvaluationOptions options_;
  EvaluationPlan plan_;
  std::unique_ptr<const GradedJudgements> graded_;
  Diagnostics unfit_grades_;
  Diagnostics lacking_;
};

/// Several runs, evaluated side by side.
struct EvaluatedRuns {
  /// Of all runs, in their order and by their names (runs/run_names.h).
  Scores scores;
  /// Without scores of their own.
  std::vector<RunEvaluation> runs;
};

/// Nothing when the evaluation is not usable(), or a run is given twice, which is said.
std::optional<EvaluatedRuns> evaluate_runs(Evaluation& evaluation, std::span<const Run> runs,
                                           Diagnostics& said);

}  // namespace fovea
