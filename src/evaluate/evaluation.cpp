#include "evaluate/evaluation.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <utility>

#include "evaluate/evaluation_needs.h"
#include "runs/run_names.h"
#include "scores/topic_order.h"

namespace fovea {

namespace {

void put_in_order_of_ids(RunEvaluation& evaluation) {
  const std::vector<std::size_t> order = order_of_ids(evaluation.scores.topics());
  evaluation.scores = in_order(evaluation.scores, order);
  std::vector<std::vector<Curve>> curves;
  for (std::size_t i = 0; i < evaluation.curves.size(); ++i)
    curves.push_back(std::move(evaluation.curves[order[i]]));
  evaluation.curves = std::move(curves);
  std::ranges::sort(evaluation.missing);
  std::ranges::sort(evaluation.unjudged);
}

}  // namespace

Evaluation::Evaluation(JudgementSource& judgements, const Collection* collection, EvaluationOptions options,
                       EvaluationPlan plan)
    : judgements_(&judgements),
      collection_(collection),
      options_(std::move(options)),
      plan_(std::move(plan)) {
  if (!options_.lengths) options_.lengths = judgements.lengths(collection);
  if (!streams()) judgements_->keep();
  prepare();
}

std::optional<Evaluation> Evaluation::make(JudgementSource& judgements, const Collection* collection,
                                           EvaluationOptions options, Diagnostics& said) {
  if (options.compat == CompatMode::kInexEval)
    judgements.keep();  // it counts what is relevant in all of them
  auto plan = plan_evaluation(options, judgements.judgements(), said);
  if (!plan) return std::nullopt;
  return Evaluation(judgements, collection, std::move(options), std::move(*plan));
}

std::optional<Evaluation> Evaluation::make(const Judgements& judgements, const Collection* collection,
                                           EvaluationOptions options, Diagnostics& said) {
  auto memory = std::make_unique<JudgementSource>(judgements);
  auto evaluation = make(*memory, collection, std::move(options), said);
  if (evaluation) evaluation->memory_ = std::move(memory);
  return evaluation;
}

bool Evaluation::streams() const {
  const Needs needs = plan_.scorer->needs();
  const bool text = judgements_->judgements().kinds().highlights;
  return collection_ == nullptr && options_.relevance_level <= 1 && !options_.recall_bases &&
         !options_.grades_from_highlights &&
         (options_.compat == CompatMode::kNone || options_.compat == CompatMode::kTrecEval) &&
         !needs.entry_points && !needs.element_grades && !needs.collection && !needs.chunking &&
         !needs.groups && !needs.aspects && (text || (!needs.highlights && !needs.document_lengths));
}

void Evaluation::prepare() {
  if (!judgements_->kept() || !judgements_->usable()) return;
  make_recall_bases();
  if (lacking_.ok()) check_needs();
}

void Evaluation::make_recall_bases() {
  const Judgements& judgements = judgements_->judgements();
  const bool possible = judgements.kinds().element_grades || options_.grades_from_highlights;
  // Without any grades it is check_needs() that names the measure that asks for them.
  if (!options_.recall_bases && !(plan_.scorer->needs().element_grades && possible)) return;
  Diagnostics& unfit = options_.leave_out_unfit_grades ? unfit_grades_ : lacking_;
  if (auto graded = fovea::make_recall_bases(judgements, collection_, options_, unfit)) {
    graded_ = std::make_unique<GradedJudgements>(std::move(*graded));
  }
}

void Evaluation::check_needs() {
  fovea::check_needs(judgements_->judgements(), collection_, options_.lengths, graded_.get(), *plan_.scorer,
                     lacking_);
}

RunScoring Evaluation::scoring() const {
  return {*judgements_, plan_, options_, collection_, graded_.get()};
}

RunEvaluation Evaluation::evaluate(const Run& run) {
  while (usable()) {
    if (auto evaluation = evaluate_run(scoring(), run)) {
      if (options_.topics_by_id) put_in_order_of_ids(*evaluation);
      return std::move(*evaluation);
    }
    judgements_->keep();
    prepare();
  }
  return RunEvaluation();
}

AnsweredTopics Evaluation::evaluate_answered(const Run& run) const {
  return fovea::evaluate_answered(scoring(), run);
}

std::vector<std::vector<double>> Evaluation::score_empty_answers() const {
  return fovea::score_empty_answers(scoring());
}

RunEvaluation Evaluation::evaluate(const Chunking& chunking) {
  if (!usable()) return RunEvaluation();
  RunEvaluation evaluation = evaluate_chunking(scoring(), chunking);
  if (options_.topics_by_id) put_in_order_of_ids(evaluation);
  return evaluation;
}

std::optional<EvaluatedRuns> evaluate_runs(Evaluation& evaluation, std::span<const Run> runs,
                                           Diagnostics& said) {
  Diagnostics repeated;
  const std::vector<std::string> names = names_of(runs, repeated);
  const bool distinct = repeated.ok();
  said.merge(std::move(repeated));
  if (!distinct || !evaluation.usable()) return std::nullopt;
  EvaluatedRuns all;
  all.runs.resize(runs.size());
  tbb::parallel_for(std::size_t{0}, runs.size(),
                    [&](std::size_t i) { all.runs[i] = evaluation.evaluate(runs[i]); });
  if (!evaluation.usable()) return std::nullopt;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    Scores scores = std::move(all.runs[i].scores);
    scores.rename(0, {names[i], runs[i].file()});
    i == 0 ? void(all.scores = std::move(scores)) : all.scores.append(scores);
  }
  return all;
}

}  // namespace fovea
