// Evaluation: what `fovea eval` does between reading its options and printing (src/cli/eval.cpp), with faults handed back.
#include <fmt/format.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <utility>
#include <vector>

#include "collection/collection.h"
#include "evaluate/compat/trec_eval.h"
#include "evaluate/curve_rows.h"
#include "evaluate/evaluation.h"
#include "evaluate/remarks.h"
#include "evaluation_arguments.h"
#include "files/input.h"
#include "judgement_options.h"
#include "judgements/judgement_format.h"
#include "measures/measure_name.h"
#include "native.h"
#include "runs/chunking.h"
#include "runs/resolve.h"
#include "runs/run_format.h"
#include "runs/run_names.h"
#include "runs/run_options.h"
#include "runs/several_runs.h"
#include "runs/task.h"

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

/// A run or, for measures of chunkings, a chunking.
struct Subject {
  std::string file = {};
  std::string name = {};  ///< as given; may be empty
  int given = 0;          ///< its position among those that were given
  std::optional<Run> opened = std::nullopt;
  const Run* run = nullptr;
  std::optional<Chunking> chunking = std::nullopt;
  Diagnostics diagnostics = Diagnostics();
  RunEvaluation evaluation = RunEvaluation();

  bool usable() const { return (run != nullptr || chunking) && diagnostics.ok(); }
};

struct Request {
  std::optional<std::string> judgements_path;
  const Judgements* judgements = nullptr;
  std::vector<std::string> measures;
  EvaluationOptions options;
  JudgementOptions reading;
  RunOptions run_reading;
  const Collection* collection = nullptr;
  std::optional<std::string> chunking;             ///< the path of one
  std::optional<std::string> chunking_lines = {};  ///< or its JSON lines
  int threads = 0;
};

/// What went wrong with one run (by its position) or, at −1, with all of it.
struct Failure {
  int run;
  const char* kind;
  Diagnostics said;
};

class Evaluator {
 public:
  Evaluator(Request request, std::vector<Subject> subjects)
      : request_(std::move(request)), subjects_(std::move(subjects)) {}

  /// Without the interpreter's lock.
  void run() {
    Diagnostics said;
    EvaluationOptions& options = request_.options;
    if (!request_.measures.empty()) {
      auto names = parse_measures(request_.measures, said);
      if (!names) return fail("UsageError", std::move(said));
      options.measures = std::move(*names);
    }
    const auto chunkings = asks_for_chunkings(options.measures, said);
    if (!chunkings) return fail("UsageError", std::move(said));
    if (request_.chunking || request_.chunking_lines) {
      if (request_.chunking) {
        chunking_ = Chunking::open(*request_.chunking, request_.run_reading, said);
      } else {
        chunking_ = Chunking::read(InputFile::copy_of("chunking", std::move(*request_.chunking_lines)),
                                   request_.run_reading, said);
      }
      if (!chunking_ || !said.ok()) return fail("InputError", std::move(said));
      options.chunking = &*chunking_;
    }
    // A run that was opened before is no chunking, whatever is asked of it.
    options.scores_chunkings = *chunkings && std::ranges::none_of(subjects_, &Subject::run);
    open_judgements(*chunkings);
    if (source_->usable()) open_subjects(*chunkings);
    if (!source_->usable()) return fail("InputError", source_->said());
    if (std::vector<Subject*> usable = usable_subjects(); !usable.empty()) evaluate(usable);
  }

  nb::tuple result() {
    nb::object cube = nb::none();
    if (!scores_.runs().empty()) cube = nb::cast(std::move(scores_));
    nb::list failures;
    for (const Failure& failure : failures_) {
      failures.append(nb::make_tuple(failure.run, failure.kind, to_python(failure.said)));
    }
    nb::list missing;
    for (const std::string& topic : missing_) missing.append(nb::str(topic.c_str(), topic.size()));
    return nb::make_tuple(cube, to_python(remarks_), failures,
                          nb::make_tuple(task_, topic_rule_, tie_rule_, missing), curves_);
  }

 private:
  void fail(const char* kind, Diagnostics said, int run = -1) {
    failures_.push_back({run, kind, std::move(said)});
  }

  bool as_trec_eval() const { return request_.options.compat == CompatMode::kTrecEval; }

  void open_judgements(bool chunkings) {
    if (request_.judgements != nullptr) {
      source_.emplace(*request_.judgements);
      return;
    }
    JudgementOptions how = request_.reading;
    how.as_inex_eval = request_.options.compat == CompatMode::kInexEval;
    how.groups = how.format == nullptr && asks_for_groups(request_.options.measures);
    how.cut_grades = as_trec_eval();
    if (as_trec_eval() && how.format == &judgement_formats::kInexQrels)
      how.format = &judgement_formats::kTrecQrels;
    source_.emplace(
        *request_.judgements_path, std::move(how),
        subjects_.size() == 1 && !chunkings ? JudgementSource::Passes::kOne : JudgementSource::Passes::kMany);
  }

  void open_subjects(bool chunkings) {
    std::vector<std::vector<Run>> more(subjects_.size());  // files may hold several
    for_each(subjects_.size(), [&](std::size_t i) {
      Subject& subject = subjects_[i];
      subject.given = static_cast<int>(i);
      if (subject.run != nullptr) return;
      if (request_.options.cancelled()) throw EvaluationCancelled();
      if (chunkings) {
        subject.chunking = open_scored_chunking(subject.file, request_.run_reading, request_.options.measures,
                                                subject.diagnostics);
      } else if (as_trec_eval() && request_.run_reading.format == nullptr) {
        subject.opened = open_as_trec_eval(subject.file, subject.diagnostics);
      } else if (!subject.name.empty()) {  // which is that of one run
        subject.opened = Run::open(subject.file, request_.run_reading, subject.diagnostics);
      } else {
        more[i] = open_runs(subject.file, request_.run_reading, subject.diagnostics);
      }
    });
    std::vector<Subject> all;
    for (std::size_t i = 0; i < subjects_.size(); ++i) {
      const std::size_t first = all.size();
      all.push_back(std::move(subjects_[i]));
      for (std::size_t r = 0; r < more[i].size(); ++r) {
        if (r > 0) all.push_back({.file = all[first].file, .given = all[first].given});
        all.back().opened = std::move(more[i][r]);
      }
    }
    // Judgements that were opened for one pass serve one run.
    if (all.size() > subjects_.size()) source_->keep();
    subjects_ = std::move(all);
    for (Subject& subject : subjects_) {
      if (subject.opened) subject.run = &*subject.opened;
      if (!subject.usable()) {
        fail("InputError", std::move(subject.diagnostics), subject.given);
      } else {
        remarks_.merge(subject.diagnostics);
      }
    }
  }

  std::vector<Subject*> usable_subjects() {
    std::vector<Subject*> usable;
    for (Subject& subject : subjects_) {
      if (subject.usable()) usable.push_back(&subject);
    }
    return usable;
  }

  void evaluate(const std::vector<Subject*>& usable) {
    Diagnostics said;
    EvaluationOptions& options = request_.options;
    const bool task_matters = options.measures.empty() && (options.compat == CompatMode::kNone ||
                                                           options.compat == CompatMode::kInexEval);
    if (options.task == nullptr && task_matters) {
      std::vector<const Run*> runs;
      for (const Subject* subject : usable) runs.push_back(subject->run);
      const auto guess = common_task(runs, said);
      if (!guess) return fail("UsageError", std::move(said));
      options.task = guess->task;
      remarks_.warning({}, "guessed-task",
                       fmt::format("{}: taken for task {}, because {}", usable.front()->file,
                                   guess->task->name, guess->reason));
    }
    if (options.task != nullptr) task_ = options.task->name;
    auto evaluation = Evaluation::make(*source_, request_.collection, options, said);
    if (!evaluation) return fail("UsageError", std::move(said));
    for_each(usable.size(), [&](std::size_t i) {
      Subject& subject = *usable[i];
      subject.evaluation = subject.run != nullptr ? evaluation->evaluate(*subject.run)
                                                  : evaluation->evaluate(*subject.chunking);
    });
    if (!source_->said().ok()) return fail("InputError", source_->said());
    if (!evaluation->lacking().ok()) return fail("InputError", evaluation->lacking());
    remarks_.merge(source_->said());
    remarks_.merge(evaluation->lacking());
    remark_on_judgements(*source_, options.relevance_level, remarks_);
    topic_rule_ = evaluation->answered_only() ? "answered topics" : "all judged topics";
    tie_rule_ = tie_rule(usable.front()->evaluation.order);
    collect(usable, *evaluation);
  }

  void collect(const std::vector<Subject*>& usable, const Evaluation& evaluation) {
    std::vector<RunLabel> labels;
    for (const Subject* subject : usable) {
      const bool tagged = subject->name.empty() && subject->run != nullptr;
      labels.push_back({tagged ? subject->run->details().id : subject->name, subject->file});
    }
    const std::vector<std::string> names = names_of(labels);
    for (std::size_t i = 0; i < usable.size(); ++i) {
      Subject& subject = *usable[i];
      if (!judge(subject, evaluation)) continue;
      RunEvaluation& of_run = subject.evaluation;
      of_run.scores.rename(0, {names[i], subject.file});
      if (request_.options.curves) append_curve_rows(curves_, of_run);
      if (as_trec_eval()) of_run.scores = arrange_as_trec_eval(of_run.scores, evaluation.scorer());
      if (scores_.runs().empty()) {
        missing_ = of_run.missing;
        scores_ = std::move(of_run.scores);
      } else {
        std::erase_if(missing_, [&](const std::string& topic) {
          return std::find(of_run.missing.begin(), of_run.missing.end(), topic) == of_run.missing.end();
        });
        scores_.append(of_run.scores);
      }
    }
  }

  /// Whether the scores of a run may be shown.
  bool judge(Subject& subject, const Evaluation& evaluation) {
    RunEvaluation& of_run = subject.evaluation;
    if (!of_run.diagnostics.ok()) {
      if (request_.collection != nullptr && subject.run != nullptr &&
          of_run.diagnostics.count("unknown-document") > 0) {
        advise_on_run_ids(*subject.run, *request_.collection, of_run.diagnostics);
      }
      fail("InputError", std::move(of_run.diagnostics), subject.given);
      return false;
    }
    if (of_run.answered == 0) {
      Diagnostics said;
      report_nothing_in_common(subject.file, source_->judgements(), of_run, said);
      fail("NothingInCommon", std::move(said), subject.given);
      return false;
    }
    if (!of_run.breaches.ok()) {
      fail("RulesError", std::move(of_run.breaches), subject.given);
      return false;
    }
    remarks_.merge(of_run.diagnostics);
    remark_on_run(subject.file, of_run, evaluation.answered_only(), remarks_);
    if (subject.run != nullptr && shares_few_documents(of_run)) {
      source_->keep();
      remark_on_documents(*subject.run, source_->judgements(), of_run, remarks_);
    }
    return true;
  }

  template <class Body>
  static void for_each(std::size_t count, const Body& body) {
    count == 1 ? body(0) : tbb::parallel_for(std::size_t{0}, count, body);
  }

  Request request_;
  std::vector<Subject> subjects_;
  std::optional<Chunking> chunking_;
  std::optional<JudgementSource> source_;
  Scores scores_;
  std::vector<std::string> missing_;
  std::string curves_;
  std::string task_;
  std::string_view topic_rule_, tie_rule_;
  Diagnostics remarks_;
  std::vector<Failure> failures_;
};

/// (cube or None, remarks, failures, (task, topics, ties, missing topics), curves as CSV).
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

  Request request;
  if (PyUnicode_Check(judgements.ptr())) {
    request.judgements_path = nb::cast<std::string>(judgements);
  } else {
    request.judgements = nb::cast<const Judgements*>(judgements);
  }
  request.measures = measures;
  request.collection = collection;
  if (PyBytes_Check(chunking.ptr())) {
    const auto lines = nb::cast<nb::bytes>(chunking);
    request.chunking_lines.emplace(static_cast<const char*>(lines.data()), lines.size());
  } else if (!chunking.is_none()) {
    request.chunking = nb::cast<std::string>(chunking);
  }
  request.run_reading = {nullptr, source ? &source : nullptr, locate_named(locate)};
  request.reading.merge = merge_named(merge);
  request.reading.collection = collection;
  request.reading.locate = request.run_reading.locate;
  request.reading.annotation.texts = documents ? &*documents : nullptr;
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

  std::vector<Subject> subjects(nb::len(runs));
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    const nb::handle run = runs[i];
    subjects[i].name = names.at(i);
    if (PyUnicode_Check(run.ptr())) {
      subjects[i].file = nb::cast<std::string>(run);
    } else {
      subjects[i].run = nb::cast<const Run*>(run);
      subjects[i].file = subjects[i].run->file();
    }
  }
  Evaluator evaluator(std::move(request), std::move(subjects));
  try {
    without_lock([&] {
      if (threads > 0) {
        tbb::task_arena(threads).execute([&] { evaluator.run(); });
      } else {
        evaluator.run();
      }
      return 0;
    });
  } catch (const EvaluationCancelled&) {
    interrupt.rethrow();
  }
  return evaluator.result();
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
