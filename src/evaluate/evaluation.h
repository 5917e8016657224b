// An evaluation that is set up once and may be asked about many runs. evaluate() (evaluate/evaluation_request.h) sets one
// up for the files of a request; use this where runs are made as one goes along.
//
//     auto evaluation = Evaluation::make(judgements, nullptr, options, said);
//     EvaluationOutcome outcome = evaluation->evaluate(run);
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
#include "evaluate/evaluation_outcome.h"
#include "evaluate/evaluation_plan.h"
#include "evaluate/judgement_source.h"
#include "evaluate/run_evaluation.h"
#include "files/diagnostics.h"
#include "runs/chunking.h"
#include "runs/run.h"

namespace fovea {

class ScoreCollector;

/// A run to be evaluated or, for measures that ask for one, a chunking; and what is known of it so far.
struct OpenedRun {
  RunOutcome outcome = {};  ///< its name, its file, and what there was to say about that
  const Run* given_run = nullptr;
  const Chunking* given_chunking = nullptr;
  std::optional<Run> opened_run = std::nullopt;
  std::optional<Chunking> opened_chunking = std::nullopt;

  const Run* run() const { return opened_run ? &*opened_run : given_run; }
  const Chunking* chunking() const { return opened_chunking ? &*opened_chunking : given_chunking; }
  bool usable() const { return (run() != nullptr || chunking() != nullptr) && outcome.opening.ok(); }
};

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

  /// What becomes of runs, scored side by side, and without remarks. A fault when it is not usable(), before or after.
  /// Several calls may be made at once, unless the judgements were opened for one pass. Runs go by their own names; one
  /// that is given twice is bad input, since no name makes two runs of it.
  EvaluationOutcome evaluate(std::span<const Run> runs);
  EvaluationOutcome evaluate(const Run& run) { return evaluate(std::span(&run, 1)); }
  EvaluationOutcome evaluate(const Chunking& chunking);
  /// The same for runs that have names already; of those that could not be opened, that is what becomes of them.
  EvaluationOutcome evaluate(std::span<OpenedRun> runs);
  /// A part of a run, and an empty answer to every judged topic: for evaluations in shards (evaluate/shards/). Only with
  /// judgements that are kept, and usable().
  AnsweredTopics evaluate_answered(const Run& run) const;
  std::vector<std::vector<double>> score_empty_answers() const;

  const JudgementSource& judgements() const { return *judgements_; }
  const EvaluationOptions& options() const { return options_; }
  const TopicScorer& scorer() const { return *plan_.scorer; }
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
  /// Nothing when it turns out that it is not usable().
  std::optional<EvaluatedRun> evaluate_one(const OpenedRun& run);
  /// Puts what was found of a run into its outcome, and its scores among the others.
  void settle(EvaluatedRun evaluated, OpenedRun& run, ScoreCollector& scores) const;

  std::unique_ptr<JudgementSource> memory_;  ///< when it was made with judgements in memory
  JudgementSource* judgements_;
  const Collection* collection_;
  EvaluationOptions options_;
  EvaluationPlan plan_;
  std::unique_ptr<const GradedJudgements> graded_;
  Diagnostics unfit_grades_;
  Diagnostics lacking_;
};

}  // namespace fovea
