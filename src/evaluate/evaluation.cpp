#include "evaluate/evaluation.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <string>
#include <utility>

#include "evaluate/compat/input_habits.h"
#include "evaluate/evaluation_needs.h"
#include "evaluate/remarks.h"
#include "files/file_stem.h"
#include "runs/run_names.h"
#include "scores/topic_order.h"

namespace fovea {

namespace {

/// The byte order of ids, also for what comes with the scores.
void put_in_order_of_ids(RunOutcome& outcome) {
  std::ranges::sort(outcome.curves, {}, &TopicCurves::topic);
  std::ranges::sort(outcome.missing);
  std::ranges::sort(outcome.unjudged);
}

}  // namespace

RunOutcomeKind kind_of(const RunOutcome& run) {
  if (!run.diagnostics.ok()) return RunOutcomeKind::kBadInput;
  if (run.counts.answered == 0) return RunOutcomeKind::kNothingInCommon;
  return run.breaches.ok() ? RunOutcomeKind::kScored : RunOutcomeKind::kBreaksRules;
}

/// The cube of scores: values by topic become columns, in the order of the plan, and summaries.
class ScoreCollector {
 public:
  ScoreCollector(const Judgements& judgements, const EvaluationPlan& plan) : scorer_(*plan.scorer) {
    std::vector<std::string> topics;
    for (const TopicJudgements& topic : judgements.topics()) topics.emplace_back(topic.topic());
    in_file_.resize(topics.size());
    std::iota(in_file_.begin(), in_file_.end(), std::size_t{0});
    rows_ = in_file_;
    summed_ = in_file_;
    if (plan.topics_by_id || scorer_.sums_by_id()) summed_ = order_of_ids(topics);
    if (plan.topics_by_id) {
      rows_ = summed_;
      std::ranges::sort(topics);
    }
    scores_ = Scores({scorer_.columns().begin(), scorer_.columns().end()}, std::move(topics));
  }

  /// The number of the run.
  std::size_t add(const EvaluatedRun& run, ScoredRun name) {
    const std::size_t row = scores_.add_run(std::move(name));
    std::vector<double> column;
    for (std::size_t c = 0; c < scorer_.columns().size(); ++c) {
      for (std::size_t t = 0; t < rows_.size(); ++t) {
        if (!run.values[rows_[t]].empty()) scores_.set(row, t, c, run.values[rows_[t]][c]);
      }
      column.clear();
      double weighted = 0;
      double weight = 0;
      for (const std::size_t t : run.weights.empty() ? summed_ : in_file_) {
        if (run.values[t].empty()) continue;
        column.push_back(run.values[t][c]);
        if (run.weights.empty()) continue;
        weighted += run.weights[t] * run.values[t][c];
        weight += run.weights[t];
      }
      scores_.set_summary(row, c, weight > 0 ? weighted / weight : scorer_.summary(c, column));
    }
    return row;
  }

  Scores take() { return std::move(scores_); }

 private:
  const TopicScorer& scorer_;
  std::vector<std::size_t> in_file_;  ///< topics in the order of the judgements
  std::vector<std::size_t> rows_;     ///< in that of the scores
  std::vector<std::size_t> summed_;   ///< in that of sums
  Scores scores_;
};

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
  if (!InputHabits::of(options.compat).streams()) judgements.keep();
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
         !options_.grades_from_highlights && InputHabits::of(options_.compat).streams() &&
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

std::optional<EvaluatedRun> Evaluation::evaluate_one(const OpenedRun& run) {
  while (usable()) {
    if (run.chunking() != nullptr) return evaluate_chunking(scoring(), *run.chunking());
    if (auto evaluated = evaluate_run(scoring(), *run.run())) return evaluated;
    judgements_->keep();
    prepare();
  }
  return std::nullopt;
}

void Evaluation::settle(EvaluatedRun evaluated, OpenedRun& run, ScoreCollector& scores) const {
  RunOutcome& outcome = evaluated.outcome;
  outcome.name = std::move(run.outcome.name);
  outcome.file = std::move(run.outcome.file);
  outcome.given = run.outcome.given;
  outcome.opening = std::move(run.outcome.opening);
  outcome.kind = kind_of(outcome);
  if (options_.topics_by_id) put_in_order_of_ids(outcome);
  if (outcome.kind == RunOutcomeKind::kNothingInCommon)
    report_nothing_in_common(judgements_->judgements(), outcome, outcome.diagnostics);
  if (outcome.scored() || options_.scores_every_run)
    outcome.row = scores.add(evaluated, {outcome.name, outcome.file});
  run.outcome = std::move(outcome);
}

EvaluationOutcome Evaluation::evaluate(std::span<OpenedRun> runs) {
  EvaluationOutcome out;
  out.answered_only = plan_.answered_only;
  for (const TextMeasure& text : plan_.texts) out.texts.push_back(text.column);
  std::vector<std::optional<EvaluatedRun>> evaluated(runs.size());
  const auto evaluate_at = [&](std::size_t i) {
    if (runs[i].usable()) evaluated[i] = evaluate_one(runs[i]);
  };
  runs.size() == 1 ? evaluate_at(0) : tbb::parallel_for(std::size_t{0}, runs.size(), evaluate_at);
  if (!usable()) {
    out.fault = EvaluationFault::kInput;
    out.reason = judgements_->usable() ? lacking_ : judgements_->said();
    return out;
  }
  ScoreCollector scores(judgements_->judgements(), plan_);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (evaluated[i]) {
      settle(std::move(*evaluated[i]), runs[i], scores);
    } else {
      runs[i].outcome.kind = RunOutcomeKind::kBadInput;
      runs[i].outcome.opened = false;
    }
    out.runs.push_back(std::move(runs[i].outcome));
  }
  out.scores = scores.take();
  return out;
}

EvaluationOutcome Evaluation::evaluate(std::span<const Run> runs) {
  std::vector<OpenedRun> opened;
  std::vector<RunLabel> labels;
  std::set<std::pair<std::string, std::string>> seen;
  for (const Run& run : runs) {
    labels.push_back({run.details().id, run.file()});
    OpenedRun& one = opened.emplace_back(OpenedRun{.given_run = &run});
    one.outcome.given = opened.size() - 1;
    if (!seen.emplace(run.file(), run.details().id).second)
      one.outcome.opening.error({run.file()}, "repeated-run", "the run is given twice");
  }
  std::vector<std::string> names = names_of(labels);
  for (std::size_t i = 0; i < opened.size(); ++i) {
    opened[i].outcome.name = std::move(names[i]);
    opened[i].outcome.file = runs[i].file();
  }
  return evaluate(opened);
}

EvaluationOutcome Evaluation::evaluate(const Chunking& chunking) {
  OpenedRun one{.outcome = {.name = std::string(file_stem(chunking.file())), .file = chunking.file()},
                .given_chunking = &chunking};
  return evaluate(std::span(&one, 1));
}

AnsweredTopics Evaluation::evaluate_answered(const Run& run) const {
  return fovea::evaluate_answered(scoring(), run);
}

std::vector<std::vector<double>> Evaluation::score_empty_answers() const {
  return fovea::score_empty_answers(scoring());
}

}  // namespace fovea
