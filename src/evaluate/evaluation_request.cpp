#include "evaluate/evaluation_request.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "evaluate/compat/input_habits.h"
#include "evaluate/evaluation_plan.h"
#include "evaluate/remarks.h"
#include "runs/resolve.h"
#include "runs/run_names.h"
#include "runs/several_runs.h"

namespace fovea {

OpenedRequest::OpenedRequest(const EvaluationRequest& request, bool chunkings, Passes passes) {
  open_judgements(request, request.runs.size() == 1 && !chunkings ? passes : Passes::kMany);
  if (!judgements_->usable()) return;
  open_runs(request, chunkings);
  // Judgements that were opened for one pass serve one run.
  if (runs_.size() > request.runs.size()) judgements_->keep();
  name_runs();
}

void OpenedRequest::open_judgements(const EvaluationRequest& request, Passes passes) {
  if (request.judgements.kept != nullptr) {
    judgements_.emplace(*request.judgements.kept);
    return;
  }
  JudgementOptions how = InputHabits::of(request.options.compat).judgements(request.judgements.reading);
  how.groups = request.judgements.reading.format == nullptr && asks_for_groups(request.options.measures);
  judgements_.emplace(request.judgements.path, std::move(how), passes);
}

void OpenedRequest::open_runs(const EvaluationRequest& request, bool chunkings) {
  const EvaluationOptions& options = request.options;
  const RunOptions how = InputHabits::of(options.compat).runs(request.reading);
  std::vector<std::vector<OpenedRun>> of_input(request.runs.size());
  const auto open = [&](std::size_t i) {
    if (options.cancelled && options.cancelled()) throw EvaluationCancelled();
    const RunInput& input = request.runs[i];
    OpenedRun first{.outcome = {.name = input.name,
                                .file = input.run != nullptr ? input.run->file() : input.file,
                                .given = i},
                    .given_run = input.run};
    Diagnostics& said = first.outcome.opening;
    std::vector<Run> runs;
    if (input.run != nullptr) {
      // It is there.
    } else if (chunkings) {
      first.opened_chunking = open_scored_chunking(input.file, request.reading, options.measures, said);
    } else if (!input.name.empty()) {  // which is that of one run
      first.opened_run = Run::open(input.file, how, said);
    } else {
      runs = fovea::open_runs(input.file, how, said);
    }
    of_input[i].push_back(std::move(first));
    for (std::size_t r = 0; r < runs.size(); ++r) {
      if (r > 0) of_input[i].push_back({.outcome = {.file = input.file, .given = i}});
      of_input[i][r].opened_run = std::move(runs[r]);
    }
  };
  of_input.size() == 1 ? open(0) : tbb::parallel_for(std::size_t{0}, of_input.size(), open);
  for (std::vector<OpenedRun>& opened : of_input) std::ranges::move(opened, std::back_inserter(runs_));
}

void OpenedRequest::name_runs() {
  std::vector<RunLabel> labels;
  std::vector<RunOutcome*> named;
  for (OpenedRun& run : runs_) {
    if (!run.usable()) continue;
    std::string& name = run.outcome.name;
    if (name.empty() && run.run() != nullptr) name = run.run()->details().id;
    labels.push_back({name, run.outcome.file});
    named.push_back(&run.outcome);
  }
  std::vector<std::string> names = names_of(labels);
  for (std::size_t i = 0; i < names.size(); ++i) named[i]->name = std::move(names[i]);
}

std::vector<const OpenedRun*> OpenedRequest::usable() const {
  std::vector<const OpenedRun*> usable;
  for (const OpenedRun& run : runs_) {
    if (run.usable()) usable.push_back(&run);
  }
  return usable;
}

namespace {

/// A request on its way to its outcome.
class Evaluator {
 public:
  explicit Evaluator(const EvaluationRequest& request) : request_(request), options_(request.options) {}

  EvaluationOutcome evaluate() {
    Diagnostics said;
    const auto chunkings = asks_for_chunkings(options_.measures, said);
    if (!chunkings) return stop(EvaluationFault::kUsage, std::move(said));
    // A run that was opened before is no chunking, whatever is asked of it.
    const bool in_memory = std::ranges::any_of(request_.runs, [](const RunInput& run) { return run.run; });
    options_.scores_chunkings = *chunkings && !in_memory;
    inputs_.emplace(request_, *chunkings, JudgementSource::Passes::kOne);
    if (!inputs_->judgements().usable()) return stop(EvaluationFault::kInput, Diagnostics());
    const std::vector<const OpenedRun*> usable = inputs_->usable();
    if (usable.empty()) return stop(EvaluationFault::kNone, Diagnostics());
    if (!find_task(usable, said)) return stop(EvaluationFault::kUsage, std::move(said));
    auto evaluation = Evaluation::make(inputs_->judgements(), request_.collection, options_, said);
    if (!evaluation) return stop(EvaluationFault::kUsage, std::move(said));
    return finish(*evaluation);
  }

 private:
  /// Nothing is scored, but what was found about judgements and runs is kept.
  EvaluationOutcome stop(EvaluationFault fault, Diagnostics reason) {
    EvaluationOutcome out;
    out.fault = fault;
    out.reason = std::move(reason);
    out.task = std::move(task_);
    out.task_guess = std::move(guess_);
    if (inputs_) out.judgements = inputs_->judgements().said();
    if (!out.judgements.ok()) out.reason = out.judgements;
    if (!out.judgements.ok()) out.fault = EvaluationFault::kInput;
    for (OpenedRun& run : inputs_&& out.judgements.ok() ? inputs_->runs() : none_) {
      run.outcome.opened = run.usable();
      if (!run.usable()) run.outcome.kind = RunOutcomeKind::kBadInput;
      out.runs.push_back(std::move(run.outcome));
    }
    return out;
  }

  /// The task that all runs look like, where it decides about the measures and none is named.
  bool find_task(const std::vector<const OpenedRun*>& usable, Diagnostics& said) {
    const bool matters = options_.measures.empty() && InputHabits::of(options_.compat).asks_for_task();
    if (options_.task == nullptr && matters && !usable.empty()) {
      std::vector<const Run*> runs;
      for (const OpenedRun* run : usable) runs.push_back(run->run());
      const auto guess = common_task(runs, said);
      if (!guess) return false;
      options_.task = guess->task;
      guess_ = guess->reason;
    }
    if (options_.task != nullptr) task_ = options_.task->name;
    return true;
  }

  EvaluationOutcome finish(Evaluation& evaluation) {
    JudgementSource& judgements = inputs_->judgements();
    EvaluationOutcome out = evaluation.evaluate(inputs_->runs());
    if (!out.ok() || !judgements.said().ok()) return stop(EvaluationFault::kInput, std::move(out.reason));
    out.judgements = judgements.said();
    out.task = std::move(task_);
    out.task_guess = std::move(guess_);
    remark_on_judgements(judgements, options_.relevance_level, out.remarks);
    for (std::size_t i = 0; request_.remarks && i < out.runs.size(); ++i) {
      RunOutcome& run = out.runs[i];
      if (!run.scored()) {
        advise(run, inputs_->runs()[i]);
        continue;
      }
      remark_on_run(run, out.answered_only, run.remarks);
      const Run* const results = inputs_->runs()[i].run();
      if (results == nullptr || !shares_few_documents(run.counts)) continue;
      judgements.keep();
      remark_on_documents(*results, judgements.judgements(), run.counts, run.remarks);
    }
    if ((request_.groups || request_.topic_names) && judgements.keep()) {
      out.groups = request_.topic_names ? groups_of(judgements.judgements(), *request_.topic_names)
                                        : groups_of(judgements.judgements(), *request_.groups);
    }
    return out;
  }

  /// What may be wrong with ids that the collection does not know.
  void advise(RunOutcome& run, const OpenedRun& opened) const {
    if (request_.collection == nullptr || opened.run() == nullptr ||
        run.diagnostics.count("unknown-document") == 0)
      return;
    advise_on_run_ids(*opened.run(), *request_.collection, run.remarks);
  }

  const EvaluationRequest& request_;
  EvaluationOptions options_;
  std::optional<OpenedRequest> inputs_;
  std::vector<OpenedRun> none_;
  std::string task_;
  std::string guess_;
};

}  // namespace

EvaluationOutcome evaluate(const EvaluationRequest& request) {
  return Evaluator(request).evaluate();
}

}  // namespace fovea
