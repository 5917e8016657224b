// `fovea eval`: judgements and runs in, scores out.
#include <fmt/format.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/command.h"
#include "cli/console.h"
#include "cli/eval_explain.h"
#include "cli/eval_options.h"
#include "cli/eval_plan.h"
#include "cli/eval_remarks.h"
#include "cli/graded_options.h"
#include "evaluate/compat/trec_eval.h"
#include "evaluate/curve_rows.h"
#include "evaluate/evaluator.h"
#include "files/output_file.h"
#include "judgements/judgement_file.h"
#include "judgements/qrels_topics.h"
#include "measures/graded/graded_judgements.h"
#include "report/tables/inex_text.h"
#include "report/tables/score_report.h"
#include "runs/run_format.h"
#include "runs/task.h"

namespace fovea::cli {

namespace {

/// Something that is evaluated: a run or, for PrecisionOmega, a chunking.
struct Subject {
  std::string file;
  std::optional<Run> run;
  std::optional<Chunking> chunking;
  Diagnostics diagnostics;
  RunEvaluation evaluation;
  bool evaluated = false;
};

class EvalCommand {
 public:
  EvalCommand(EvalOptions& options, std::vector<std::string> arguments)
      : options_(options), arguments_(std::move(arguments)) {}

  int run() {
    if (const std::string wrong = find_contradiction(options_); !wrong.empty()) {
      say(wrong);
      return kUsage;
    }
    const auto names = asked_measures(options_);
    const auto chunkings = names ? asks_for_chunkings(*names) : std::nullopt;
    if (!chunkings) return kUsage;
    if (!read_inputs(*chunkings)) return kBadInput;
    if (!options_.explain.empty()) {
      std::vector<const Run*> runs;
      for (const Subject& subject : subjects_) runs.push_back(&*subject.run);
      return std::max(exit_, explain(options_, *judgements_, collection_ ? &*collection_ : nullptr, runs));
    }
    if (const int wrong = plan(*names); wrong != kFine) return std::max(exit_, wrong);
    evaluate();
    if (!options_.curve.empty()) output_curves();
    output();
    return exit_;
  }

 private:
  /// A graver fault than those before.
  void fail(int code) { exit_ = std::max(exit_, code); }

  // ---- Reading ----

  bool read_inputs(bool chunkings) {
    Diagnostics diagnostics;
    if (!options_.collection.empty()) {
      collection_ = Collection::open(options_.collection, diagnostics);
      if (!collection_) return tell(diagnostics);
    }
    if (!chunkings && passes_once()) topics_ = QrelsTopics::open(options_.judgements);
    if (!topics_ && !read_judgements_whole()) return false;
    open_subjects(chunkings);
    return !subjects_.empty();
  }

  /// Whether each topic is needed just once, and nothing but its qrels is needed for it.
  bool passes_once() const {
    const JudgementOptions how = options_.judgement_arguments.options(nullptr);
    return options_.runs.size() == 1 && options_.explain.empty() && options_.collection.empty() &&
           (options_.compat.empty() || options_.compat == "trec_eval") && options_.relevance_level <= 1 &&
           !options_.graded.from_highlights && !how.format && how.merge == MergePolicy::kReject;
  }

  bool read_judgements_whole() {
    Diagnostics diagnostics;
    topics_.reset();
    judgements_ = read_judgements(std::vector{options_.judgements},
                                  options_.judgement_arguments.options(collection_ ? &*collection_ : nullptr),
                                  diagnostics);
    tell(diagnostics);
    return judgements_ && diagnostics.ok();
  }

  /// Where topics are read one by one, their names only.
  const Judgements& judgements() const { return topics_ ? topics_->names() : *judgements_; }

  /// Opens all runs; those that cannot be used are said and left out.
  void open_subjects(bool chunkings) {
    std::vector<Subject> all(options_.runs.size());
    const auto format = run_format_named(options_.run_format);
    tbb::parallel_for(std::size_t{0}, all.size(), [&](std::size_t i) {
      all[i].file = options_.runs[i];
      if (chunkings) {
        all[i].chunking = Chunking::open(all[i].file, all[i].diagnostics);
      } else {
        all[i].run = Run::open(all[i].file, format, all[i].diagnostics);
      }
    });
    for (Subject& subject : all) {
      tell(subject.diagnostics);
      if ((subject.run || subject.chunking) && subject.diagnostics.ok()) {
        subjects_.push_back(std::move(subject));
      } else {
        fail(kBadInput);
      }
    }
  }

  /// Prints what was found; warnings only when they are wanted. Returns whether there were no errors.
  bool tell(const Diagnostics& diagnostics) const {
    if (!options_.quiet || !diagnostics.ok()) print(diagnostics);
    return diagnostics.ok();
  }

  // ---- Planning ----

  int plan(const std::vector<MeasureName>& names) {
    const Task* task = task_named(options_.task.empty() ? "document" : options_.task);
    const bool task_matters = names.empty() && options_.compat != "chroma" &&
                              options_.compat != "legalbench" && options_.compat != "trec_eval";
    if (options_.task.empty() && task_matters) {
      task = common_guess();
      if (task == nullptr) return kUsage;
    }
    if (!options_.task.empty() || task_matters) task_name_ = task->name;
    plan_ = make_plan(options_, *task, names, judgements());
    if (!plan_) return kUsage;
    if (topics_ && !topics_hold(plan_->scorer->needs()) && !read_judgements_whole()) return kBadInput;

    settings_.answered_only = plan_->answered_only;
    settings_.order = rank_order_named(options_.order);
    settings_.depth = options_.depth;
    settings_.relevance_level = options_.relevance_level;
    settings_.collection = collection_ ? &*collection_ : nullptr;
    settings_.lenient = options_.lenient || plan_->inex != nullptr;
    settings_.rules = plan_->rules;
    Diagnostics diagnostics;
    settings_.curves = !options_.curve.empty();
    if (plan_->scorer->needs().element_grades) prepare_grades(diagnostics);
    if (!diagnostics.ok()) {
      tell(diagnostics);
      return kBadInput;
    }
    return prepare_evaluator() ? kFine : kBadInput;
  }

  /// Whether qrels that are read topic by topic have what measures need; what must be looked for in all of
  /// them first, they have not.
  bool topics_hold(const Needs& needs) const {
    const bool text = topics_->names().kinds().highlights;
    return !needs.entry_points && !needs.element_grades && !needs.collection &&
           (text || (!needs.highlights && !needs.document_lengths));
  }

  bool prepare_evaluator() {
    settings_.read_topic = {};
    if (topics_) {
      settings_.read_topic = [this](std::size_t topic, TopicJudgements& out) {
        return topics_->read(topic, out);
      };
    }
    evaluator_.emplace(judgements(), *plan_->scorer, settings_);
    if (topics_) return true;
    Diagnostics diagnostics;
    evaluator_->check_needs(diagnostics);
    if (!tell(diagnostics)) return false;
    if (!options_.quiet) remark_on_judgements(*judgements_, options_.relevance_level);
    return true;
  }

  void prepare_grades(Diagnostics& diagnostics) {
    // Without any grades it is check_needs() that names the measure that asks for them.
    if (!judgements_->kinds().element_grades && !options_.graded.from_highlights) return;
    graded_ = make_graded(*judgements_, settings_.collection, options_.graded, diagnostics);
    if (graded_) settings_.graded = &*graded_;
  }

  /// The task that all runs look like; nullptr, and said, when they differ.
  const Task* common_guess() {
    const TaskGuess first = guess_task(*subjects_.front().run);
    for (const Subject& subject : subjects_) {
      const TaskGuess guess = guess_task(*subject.run);
      if (guess.task == first.task) continue;
      say(fmt::format(
          "{} looks like task {} ({}), {} like {} ({}): say which it is with --task, or what to measure "
          "with -m",
          subjects_.front().file, first.task->name, first.reason, subject.file, guess.task->name,
          guess.reason));
      return nullptr;
    }
    if (!options_.quiet) {
      say(fmt::format("{}: taken for task {}, because {} (--task says otherwise)", subjects_.front().file,
                      first.task->name, first.reason));
    }
    return first.task;
  }

  // ---- Evaluating ----

  void evaluate() {
    tbb::parallel_for(std::size_t{0}, subjects_.size(), [&](std::size_t i) {
      Subject& subject = subjects_[i];
      subject.evaluation =
          subject.run ? evaluator_->evaluate(*subject.run) : evaluator_->evaluate(*subject.chunking);
    });
    if (topics_ && !subjects_.front().evaluation.complete) {
      if (!read_judgements_whole() || !prepare_evaluator()) return fail(kBadInput);
      return evaluate();
    }
    for (Subject& subject : subjects_) judge(subject);
  }

  /// Whether the scores of a run may be shown; says what there is to say about it.
  void judge(Subject& subject) {
    const RunEvaluation& evaluation = subject.evaluation;
    if (!tell(evaluation.diagnostics)) return fail(kBadInput);
    if (evaluation.answered == 0) {
      say_nothing_in_common(subject.file, judgements(), evaluation);
      return fail(kNothingInCommon);
    }
    if (!evaluation.breaches.ok()) {
      if (!shows_inex_text()) {
        print(evaluation.breaches);
        say(fmt::format("{}: not evaluated, because it breaks the rules of task {}", subject.file,
                        task_name_));
      }
      return fail(kInvalidRun);
    }
    if (!options_.quiet) remark_on_run(subject.file, evaluation, plan_->answered_only);
    subject.evaluated = true;
  }

  // ---- Output ----

  bool shows_inex_text() const { return options_.output == "inex"; }

  void output() {
    if (shows_inex_text()) return output_inex();
    Scores scores;
    const bool as_trec_eval = options_.compat == "trec_eval";
    for (Subject& subject : subjects_) {
      if (!subject.evaluated) continue;
      RunEvaluation& evaluation = subject.evaluation;
      if (as_trec_eval) {
        evaluation.scores = arrange_as_trec_eval(evaluation.scores, evaluation.missing, *plan_->scorer);
      }
      scores.runs().empty() ? void(scores = std::move(evaluation.scores)) : scores.append(evaluation.scores);
    }
    if (scores.runs().empty()) return;
    ScoreReport report{.format = *score_format_named(options_.output),
                       .per_topic = options_.per_topic,
                       .summary = !options_.no_summary};
    if (!options_.decimals.empty()) report.decimals = parse_decimals(options_.decimals);
    report.trec_eval = as_trec_eval;
    report.run_id = as_trec_eval && trec_eval_prints_run_id(options_.measures);
    fmt::print("{}", to_text(scores, report, account(report.format)));
  }

  void output_curves() {
    std::string rows;
    for (const Subject& subject : subjects_) {
      if (subject.evaluated) append_curve_rows(rows, subject.evaluation, plan_->scorer->columns());
    }
    if (rows.empty()) {
      say("--curve: none of the measures has a curve; inex2002, inex2003s, inex2003o, XCG, nXCG and ep have");
      return fail(kUsage);
    }
    OutputFile file(options_.curve);
    file.write(curve_header());
    file.write(rows);
    file.commit();
  }

  void output_inex() const {
    for (const Subject& subject : subjects_) {
      if (subject.evaluated) {
        fmt::print("{}", inex_text(subject.evaluation.scores, 0, *plan_->inex,
                                   {.per_topic = options_.per_topic, .summary = !options_.no_summary}));
      } else if (subject.evaluation.first_breach) {
        fmt::print("{}", inex_fault(*subject.evaluation.first_breach, subject.file));
      }
    }
  }

  EvaluationAccount account(ScoreFormat format) const {
    EvaluationAccount account;
    account.version = FOVEA_VERSION;
    account.command = arguments_;
    account.task = task_name_;
    account.compat = options_.compat;
    account.topic_rule = plan_->answered_only ? "answered topics" : "all judged topics";
    account.tie_rule = tie_rule(subjects_.front().evaluation.order);
    account.relevance_level = options_.relevance_level;
    if (options_.depth > 0) account.depth = options_.depth;
    if (format == ScoreFormat::kJson) {  // checksums read every file once more
      account.files.push_back(account_for("judgements", options_.judgements));
      for (const std::string& run : options_.runs) account.files.push_back(account_for("run", run));
      if (collection_) account.files.push_back(account_for("collection", options_.collection));
    }
    return account;
  }

  EvalOptions& options_;
  std::vector<std::string> arguments_;
  int exit_ = kFine;
  std::optional<Collection> collection_;
  std::optional<QrelsTopics> topics_;     ///< judgements that are read topic by topic, or
  std::optional<Judgements> judgements_;  ///< all of them
  std::optional<GradedJudgements> graded_;
  std::vector<Subject> subjects_;
  std::string task_name_;
  std::optional<EvalPlan> plan_;
  EvaluationOptions settings_;
  std::optional<Evaluator> evaluator_;
};

}  // namespace

void add_eval_command(CLI::App& app, const std::vector<std::string>& arguments, int& exit) {
  auto* command = app.add_subcommand("eval", "Score runs against judgements");
  auto options = std::make_shared<EvalOptions>();
  add_eval_options(*command, *options);
  command->callback([&arguments, &exit, options] {
    const auto threads = static_cast<std::size_t>(
        options->threads > 0 ? options->threads : tbb::this_task_arena::max_concurrency());
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    exit = EvalCommand(*options, arguments).run();
  });
}

}  // namespace fovea::cli
