// Evaluation: a request made of arguments, and its outcome handed back.
#include <fmt/format.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <utility>
#include <vector>

#include "collection/collection.h"
#include "evaluate/curve_rows.h"
#include "evaluate/evaluation_request.h"
#include "evaluation_arguments.h"
#include "files/input.h"
#include "judgement_options.h"
#include "measures/measure_name.h"
#include "native.h"
#include "outcome.h"
#include "runs/chunking.h"
#include "runs/run_options.h"

namespace fovea::python {

namespace {

/// Ctrl-C while the interpreter's lock is released: the calling thread, which scores topics like the others, asks the
/// interpreter now and then whether a signal has come.
class Interrupt {
 public:
  bool asked() {
    if (std::this_thread::get_id() == caller_ && Clock::now() - last_ > std::chrono::milliseconds(50)) {
      last_ = Clock::now();
      const nb::gil_scoped_acquire locked;
      if (PyErr_CheckSignals() != 0) {
        raised_.emplace();  // takes the error over
        cancelled_ = true;
      }
    }
    return cancelled_;
  }
  /// Goes on with what the signal's handler raised.
  [[noreturn]] void rethrow() { throw nb::python_error(std::move(*raised_)); }

 private:
  using Clock = std::chrono::steady_clock;
  std::thread::id caller_ = std::this_thread::get_id();
  Clock::time_point last_ = Clock::now();
  std::atomic<bool> cancelled_ = false;
  std::optional<nb::python_error> raised_;
};

/// The chunking that runs were made of: a path, or JSON lines.
std::optional<Chunking> open_chunking(nb::handle given, const RunOptions& reading, Diagnostics& said) {
  if (!PyBytes_Check(given.ptr())) {
    const auto path = nb::cast<std::string>(given);
    return without_lock([&] { return Chunking::open(path, reading, said); });
  }
  const auto lines = nb::cast<nb::bytes>(given);
  std::string text(static_cast<const char*>(lines.data()), lines.size());
  return without_lock(
      [&] { return Chunking::read(InputFile::copy_of("chunking", std::move(text)), reading, said); });
}

/// (number of the run, or −1 for all, error, diagnostics)
nb::list failures_of(const EvaluationOutcome& outcome) {
  nb::list failures;
  if (!outcome.ok())
    failures.append(nb::make_tuple(-1, error_name(outcome.fault), to_python(outcome.reason)));
  for (const RunOutcome& run : outcome.runs) {
    if (outcome.ok() ? !run.scored() : !run.opened)
      failures.append(nb::make_tuple(run.given, error_name(run.kind), to_python(faults_of(run))));
  }
  return failures;
}

/// All remarks as one list, in the order in which they are found.
Diagnostics remarks_of(const EvaluationOutcome& outcome) {
  Diagnostics remarks;
  for (const RunOutcome& run : outcome.runs) {
    if (run.opened) remarks.merge(run.opening);
  }
  const auto first = std::ranges::find_if(outcome.runs, &RunOutcome::opened);
  if (!outcome.task_guess.empty() && first != outcome.runs.end()) {
    remarks.warning(
        {}, "guessed-task",
        fmt::format("{}: taken for task {}, because {}", first->file, outcome.task, outcome.task_guess));
  }
  remarks.merge(outcome.judgements);
  remarks.merge(outcome.remarks);
  for (const RunOutcome& run : outcome.runs) {
    if (!run.scored()) continue;
    remarks.merge(run.diagnostics);
    remarks.merge(run.remarks);
  }
  return remarks;
}

/// (cube or None, remarks, failures, (task, topics, ties, missing topics), curves as CSV).
nb::tuple as_tuple(EvaluationOutcome outcome) {
  const nb::list failures = failures_of(outcome);
  const nb::list remarks = to_python(outcome.ok() ? remarks_of(outcome) : Diagnostics());
  std::string curves;
  for (const RunOutcome& run : outcome.runs) {
    if (run.scored() && !run.curves.empty()) append_curve_rows(curves, run, outcome.scores.measures());
  }
  const auto first = std::ranges::find_if(outcome.runs, &RunOutcome::opened);
  const nb::tuple facts = facts_of(outcome, first == outcome.runs.end() ? RankOrder::kFile : first->order);
  return nb::make_tuple(cube_of(std::move(outcome.scores)), remarks, failures, facts, curves);
}

/// As as_tuple() has it.
nb::tuple evaluate(nb::handle judgements, nb::list runs, const std::vector<std::string>& names,
                   const std::vector<std::string>& measures, std::optional<std::string_view> task, bool rules,
                   const Collection* collection, nb::handle texts, std::string_view locate,
                   nb::handle chunking, std::optional<std::string_view> order, std::size_t depth,
                   int rel_level, std::string_view topics, std::string_view topic_order,
                   std::optional<std::string_view> compat, std::string_view merge, bool lenient,
                   bool judged_only, bool curves, int threads) {
  Interrupt interrupt;
  const DocumentTexts::Source source = text_source(texts, collection);
  std::optional<DocumentTexts> documents;
  if (source) documents.emplace(source);

  EvaluationRequest request;
  if (PyUnicode_Check(judgements.ptr())) {
    request.judgements.path = nb::cast<std::string>(judgements);
  } else {
    request.judgements.kept = nb::cast<const Judgements*>(judgements);
  }
  request.collection = collection;
  request.reading = {nullptr, source ? &source : nullptr, locate_named(locate)};
  JudgementOptions& reading = request.judgements.reading;
  reading.merge = merge_named(merge);
  reading.collection = collection;
  reading.locate = request.reading.locate;
  reading.annotation.texts = documents ? &*documents : nullptr;
  EvaluationOptions& options = request.options;
  options.task = find_task(task);
  options.rules = rules;
  options.compat = find_compat(compat);
  options.topics = find_topics(topics);
  options.topics_by_id = find_topic_order(topic_order);
  options.order = find_order(order);
  options.depth = depth;
  options.relevance_level = rel_level;
  options.lenient = lenient;
  options.judged_only = judged_only;
  options.curves = curves;
  if (source && collection == nullptr) options.lengths = lengths_of(source);
  options.cancelled = [&interrupt] { return interrupt.asked(); };

  Diagnostics said;
  if (!measures.empty()) {
    auto parsed = parse_measures(measures, said);
    if (!parsed) raise("UsageError", said);
    options.measures = std::move(*parsed);
  }
  std::optional<Chunking> chunks;
  if (!chunking.is_none()) {
    chunks = open_chunking(chunking, request.reading, said);
    if (!chunks || !said.ok()) raise("InputError", said);
    options.chunking = &*chunks;
  }
  for (std::size_t i = 0; i < nb::len(runs); ++i) {
    const nb::handle run = runs[i];
    RunInput& input = request.runs.emplace_back();
    input.name = names.at(i);
    if (PyUnicode_Check(run.ptr())) {
      input.file = nb::cast<std::string>(run);
    } else {
      input.run = nb::cast<const Run*>(run);
    }
  }
  try {
    return as_tuple(without_lock([&] {
      return threads > 0 ? tbb::task_arena(threads).execute([&] { return fovea::evaluate(request); })
                         : fovea::evaluate(request);
    }));
  } catch (const EvaluationCancelled&) {
    interrupt.rethrow();
  }
}

}  // namespace

void bind_evaluate(nb::module_& module) {
  module.def("evaluate", &evaluate, nb::arg("judgements"), nb::arg("runs"), nb::arg("names"),
             nb::arg("measures"), nb::arg("task").none(), nb::arg("rules"), nb::arg("collection").none(),
             nb::arg("texts").none(), nb::arg("locate"), nb::arg("chunking").none(), nb::arg("order").none(),
             nb::arg("depth"), nb::arg("rel_level"), nb::arg("topics"), nb::arg("topic_order"),
             nb::arg("compat").none(), nb::arg("merge"), nb::arg("lenient"), nb::arg("judged_only"),
             nb::arg("curves"), nb::arg("threads"));
}

}  // namespace fovea::python
