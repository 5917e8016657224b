// `fovea eval`: judgements and runs in, scores out.
#include <fmt/format.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/command.h"
#include "cli/console.h"
#include "cli/eval_explain.h"
#include "cli/eval_options.h"
#include "cli/usage.h"
#include "evaluate/compat/trec_eval.h"
#include "evaluate/compat/z_scores.h"
#include "evaluate/curve_rows.h"
#include "evaluate/evaluation.h"
#include "evaluate/remarks.h"
#include "evaluate/topic_groups.h"
#include "files/output_file.h"
#include "judgements/judgement_format.h"
#include "report/tables/group_report.h"
#include "report/tables/inex_text.h"
#include "report/tables/score_report.h"
#include "runs/resolve.h"
#include "runs/run_format.h"
#include "runs/run_names.h"
#include "runs/run_options.h"
#include "runs/several_runs.h"

namespace fovea::cli {

namespace {

/// Something that is evaluated: a run or, for PrecisionOmega, a chunking.
struct Subject {
  std::string file;
  std::optional<Run> run = std::nullopt;
  std::optional<Chunking> chunking = std::nullopt;
  Diagnostics diagnostics = Diagnostics();
  RunEvaluation evaluation = RunEvaluation();
  bool evaluated = false;

  bool usable() const { return (run || chunking) && diagnostics.ok(); }
};

/// Everything is computed first and said afterwards, judgements before runs: whatever is found first, the user
/// reads the same.
class EvalCommand {
 public:
  explicit EvalCommand(EvalOptions& options) : options_(options) {}

  int run() {
    if (const std::string wrong = find_contradiction(options_); !wrong.empty()) {
      say(wrong);
      return kUsage;
    }
    if (const std::string wrong = measure_as_file(options_.runs); !wrong.empty()) {
      say(wrong);
      return kUsage;
    }
    auto asked = evaluation_options(options_);
    const auto chunkings = asked ? asks_for_chunkings(asked->measures, unclear_) : std::nullopt;
    if (!chunkings) {
      say_all(unclear_);
      return kUsage;
    }
    if (!open_collection() || !open_z_scores()) return kBadInput;
    open_judgements(*chunkings, *asked);
    if (!open_chunking()) return kBadInput;
    asked->chunking = chunking_ ? &*chunking_ : nullptr;
    asked->scores_chunkings = *chunkings;
    if (judgements_->usable()) {
      open_subjects(*chunkings, asked->measures);
      if (!subjects_.empty() && options_.explain.empty()) evaluate(std::move(*asked));
    }
    return std::max(exit_, report());
  }

 private:
  /// A graver fault than those before.
  void fail(int code) { exit_ = std::max(exit_, code); }

  // ---- Reading ----

  const Collection* collection() const { return collection_ ? &*collection_ : nullptr; }

  bool open_collection() {
    if (options_.collection.empty()) return true;
    Diagnostics diagnostics;
    collection_ = Collection::open(options_.collection, diagnostics);
    if (!collection_) tell(diagnostics);
    return collection_.has_value();
  }

  bool open_chunking() {
    if (options_.chunking.empty()) return true;
    Diagnostics diagnostics;
    chunking_ = Chunking::open(options_.chunking, options_.judgement_arguments.run_options(), diagnostics);
    print(diagnostics);
    return chunking_ && diagnostics.ok();
  }

  bool open_z_scores() {
    if (options_.z_scores.empty()) return true;
    Diagnostics diagnostics;
    z_scores_ = ZScores::read(options_.z_scores, diagnostics);
    tell(diagnostics);
    return z_scores_.has_value();
  }

  void open_judgements(bool chunkings, const EvaluationOptions& asked) {
    const bool once = options_.runs.size() == 1 && options_.explain.empty() && !chunkings;
    JudgementOptions how = options_.judgement_arguments.options(collection());
    how.as_inex_eval = options_.compat == "inex_eval";
    how.groups = how.format == nullptr && asks_for_groups(asked.measures);
    how.cut_grades = as_trec_eval();
    // What trec_eval calls qrels are TREC's.
    if (as_trec_eval() && how.format == &judgement_formats::kInexQrels)
      how.format = &judgement_formats::kTrecQrels;
    judgements_.emplace(options_.judgements, std::move(how),
                        once ? JudgementSource::Passes::kOne : JudgementSource::Passes::kMany);
  }

  void open_subjects(bool chunkings, std::span<const MeasureName> measures) {
    std::vector<std::vector<Subject>> of_file(options_.runs.size());
    RunOptions reading = options_.judgement_arguments.run_options();
    reading.format = options_.run_format;
    tbb::parallel_for(std::size_t{0}, of_file.size(), [&](std::size_t i) {
      Subject subject{.file = options_.runs[i]};
      if (chunkings) {
        subject.chunking = open_scored_chunking(subject.file, reading, measures, subject.diagnostics);
      } else if (as_trec_eval() && options_.run_format == nullptr) {
        subject.run = open_as_trec_eval(subject.file, subject.diagnostics);
      } else {
        std::vector<Run> runs = open_runs(subject.file, reading, subject.diagnostics);
        for (std::size_t r = 1; r < runs.size(); ++r)
          of_file[i].push_back({.file = subject.file, .run = std::move(runs[r])});
        if (!runs.empty()) subject.run = std::move(runs.front());
      }
      of_file[i].insert(of_file[i].begin(), std::move(subject));
    });
    for (std::vector<Subject>& subjects : of_file) {
      std::ranges::move(subjects, std::back_inserter(opened_));
    }
    // Judgements that were opened for one pass serve one run.
    if (opened_.size() > options_.runs.size()) judgements_->keep();
    for (Subject& subject : opened_) {
      if (subject.usable()) subjects_.push_back(&subject);
    }
  }

  std::vector<const Run*> runs() const {
    std::vector<const Run*> runs;
    for (const Subject* subject : subjects_) runs.push_back(&*subject->run);
    return runs;
  }

  /// What they are called, from one rule for all commands.
  std::vector<std::string> names() const {
    std::vector<RunLabel> labels;
    for (const Subject* subject : subjects_) {
      labels.push_back({subject->run ? subject->run->details().id : std::string(), subject->file});
    }
    return names_of(labels);
  }

  // ---- Evaluating ----

  void evaluate(EvaluationOptions asked) {
    const bool task_matters = asked.measures.empty() &&
                              (asked.compat == CompatMode::kNone || asked.compat == CompatMode::kInexEval);
    if (asked.task == nullptr && task_matters) {
      guess_ = common_task(runs(), unclear_);
      if (!guess_) return;
      asked.task = guess_->task;
    }
    if (asked.task != nullptr) task_name_ = asked.task->name;
    evaluation_ = Evaluation::make(*judgements_, collection(), std::move(asked), unclear_);
    if (!evaluation_) return;
    tbb::parallel_for(std::size_t{0}, subjects_.size(), [&](std::size_t i) {
      Subject& subject = *subjects_[i];
      subject.evaluation =
          subject.run ? evaluation_->evaluate(*subject.run) : evaluation_->evaluate(*subject.chunking);
    });
  }

  // ---- Saying ----

  /// Prints what was found; warnings only when they are wanted. Returns whether there were no errors.
  bool tell(const Diagnostics& diagnostics) const {
    if (!options_.quiet || !diagnostics.ok()) print(diagnostics);
    return diagnostics.ok();
  }

  int report() {
    if (!judgements_->said().ok() && !options_.judgement_arguments.swapped().empty()) {
      say(options_.judgement_arguments.swapped());
      return kUsage;
    }
    if (!tell(judgements_->said())) return kBadInput;
    for (const Subject& subject : opened_) {
      tell(subject.diagnostics);
      if (!subject.usable()) fail(kBadInput);
    }
    if (subjects_.empty()) return kBadInput;
    if (!options_.explain.empty())
      return explain(options_, judgements_->judgements(), collection(), runs(), names());
    if (guess_ && !options_.quiet) {
      say(fmt::format("{}: taken for task {}, because {} (--task says otherwise)", subjects_.front()->file,
                      guess_->task->name, guess_->reason));
    }
    if (!evaluation_) {
      say_all(unclear_);
      return kUsage;
    }
    if (!tell(evaluation_->lacking())) return kBadInput;
    remark(
        [&](Diagnostics& said) { remark_on_judgements(*judgements_, options_.asked.relevance_level, said); });
    const std::vector<std::string> names = this->names();
    for (std::size_t i = 0; i < subjects_.size(); ++i) {
      judge(*subjects_[i]);
      // inex_eval gives figures for no topic, and those no name.
      const bool named = subjects_[i]->evaluated && subjects_[i]->evaluation.answered > 0;
      if (named) subjects_[i]->evaluation.scores.rename(0, {names[i], subjects_[i]->file});
    }
    if (!options_.curve.empty()) output_curves();
    output();
    return kFine;
  }

  template <class About>
  void remark(const About& about) {
    Diagnostics said;
    if (!options_.quiet) about(said);
    say_all(said);
  }

  /// Whether the scores of a run may be shown; says what there is to say about it.
  void judge(Subject& subject) {
    const RunEvaluation& evaluation = subject.evaluation;
    if (!tell(evaluation.diagnostics)) {
      Diagnostics advice;
      if (collection_ && subject.run && evaluation.diagnostics.count("unknown-document") > 0) {
        advise_on_run_ids(*subject.run, *collection_, advice);
      }
      print(advice);
      return fail(kBadInput);
    }
    if (evaluation.answered == 0) {
      Diagnostics said;
      report_nothing_in_common(subject.file, judgements_->judgements(), evaluation, said);
      say_all(said);
      // inex_eval prints its figures for no topic, without a name.
      subject.evaluated = shows_inex_text();
      if (subject.evaluated) subject.evaluation.scores.rename(0, {"", subject.file});
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
    remark([&](Diagnostics& said) {
      remark_on_run(subject.file, evaluation, evaluation_->answered_only(), said);
      if (!subject.run || !shares_few_documents(evaluation)) return;
      judgements_->keep();
      remark_on_documents(*subject.run, judgements_->judgements(), evaluation, said);
    });
    subject.evaluated = true;
  }

  // ---- Output ----

  bool shows_inex_text() const { return options_.output == "inex"; }
  bool as_trec_eval() const { return options_.compat == "trec_eval"; }

  void output() {
    if (shows_inex_text()) return output_inex();
    const auto evaluated = std::ranges::count_if(subjects_, &Subject::evaluated);
    // What a pipe reads stays as trec_eval has it.
    const bool table = options_.intervals || (prints_to_terminal() && evaluated > 1 && !as_trec_eval());
    const std::string format = !options_.output.empty() ? options_.output : table ? "table" : "text";
    ScoreReport report{.format = *score_format_named(format),
                       .per_topic = options_.per_topic,
                       .summary = !options_.no_summary};
    if (!options_.decimals.empty()) report.decimals = parse_decimals(options_.decimals);
    report.intervals = options_.intervals;
    if (prints_to_terminal()) report.width = output_width();
    report.trec_eval = as_trec_eval();
    report.z_scores = z_scores_.has_value();
    for (const TextColumn& text : evaluation_->texts()) {
      report.texts.push_back({.name = text.name, .before = text.before, .summary = text.summary});
    }
    Scores scores;
    for (Subject* subject : subjects_) {
      if (!subject->evaluated) continue;
      RunEvaluation& evaluation = subject->evaluation;
      if (as_trec_eval()) evaluation.scores = arrange_as_trec_eval(evaluation.scores, evaluation_->scorer());
      if (z_scores_) evaluation.scores = z_scores_->of(evaluation.scores);
      for (std::size_t i = 0; i < report.texts.size(); ++i) {
        report.texts[i].texts.push_back(std::move(evaluation.texts.at(i)));
      }
      scores.runs().empty() ? void(scores = std::move(evaluation.scores)) : scores.append(evaluation.scores);
    }
    if (scores.runs().empty()) return;
    if (!options_.by.empty()) return output_groups(scores);
    fmt::print("{}", to_text(scores, report, account(report.format)));
  }

  void output_groups(const Scores& scores) {
    GroupReport report{.format = *score_format_named(options_.output.empty() ? "text" : options_.output),
                       .population = options_.compat == "chroma"};
    if (!options_.decimals.empty()) report.decimals = parse_decimals(options_.decimals)->places.value_or(17);
    judgements_->keep();
    const auto groups = groups_of(judgements_->judgements(), *group_topics_named(options_.by));
    fmt::print("{}", to_text(scores, groups, report));
  }

  void output_curves() {
    std::string rows;
    for (const Subject* subject : subjects_) {
      if (subject->evaluated) append_curve_rows(rows, subject->evaluation);
    }
    if (rows.empty()) {
      say("--curve: none of the measures has a curve; AiP, iP, AgP, igP, IPrec, 11pt_avg, inex2002, inex2003s, "
          "inex2003o, XCG, nXCG and ep have");
      return fail(kUsage);
    }
    OutputFile file(options_.curve);
    file.write(curve_header());
    file.write(rows);
    file.commit();
  }

  void output_inex() const {
    for (const Subject* subject : subjects_) {
      if (subject->evaluated) {
        fmt::print("{}", inex_text(subject->evaluation.scores, 0, *evaluation_->inex(),
                                   {.per_topic = options_.per_topic, .summary = !options_.no_summary}));
      } else if (subject->evaluation.first_breach) {
        fmt::print("{}", inex_fault(*subject->evaluation.first_breach,
                                    evaluation_->inex()->takes_entry_points(), subject->file));
      }
    }
  }

  EvaluationAccount account(ScoreFormat format) const {
    EvaluationAccount account;
    account.version = FOVEA_VERSION;
    account.command = program_arguments();
    account.task = task_name_;
    account.compat = options_.compat;
    account.topic_rule = evaluation_->answered_only() ? "answered topics" : "all judged topics";
    account.tie_rule = tie_rule(subjects_.front()->evaluation.order);
    account.relevance_level = options_.asked.relevance_level;
    if (options_.asked.depth > 0) account.depth = options_.asked.depth;
    for (const Subject* subject : subjects_) {
      const RunEvaluation& run = subject->evaluation;
      if (!subject->evaluated || run.retrieved_documents == 0) continue;
      account.documents.push_back(
          {subject->file, run.retrieved_documents, run.judged_documents, run.shared_documents});
    }
    if (format == ScoreFormat::kJson) {  // checksums read every file once more
      account.files.push_back(account_for("judgements", options_.judgements));
      for (const std::string& run : options_.runs) account.files.push_back(account_for("run", run));
      if (collection_) account.files.push_back(account_for("collection", options_.collection));
    }
    return account;
  }

  EvalOptions& options_;
  int exit_ = kFine;
  std::optional<Collection> collection_;
  std::optional<Chunking> chunking_;
  std::optional<ZScores> z_scores_;
  std::optional<JudgementSource> judgements_;
  std::vector<Subject> opened_;
  std::vector<Subject*> subjects_;  ///< those that could be opened
  std::optional<TaskGuess> guess_;
  std::string task_name_;
  Diagnostics unclear_;  ///< why there is no evaluation
  std::optional<Evaluation> evaluation_;
};

}  // namespace

void add_eval_command(CLI::App& app, int& exit) {
  auto* command = app.add_subcommand("eval", "Score runs against judgements");
  auto options = std::make_shared<EvalOptions>();
  add_eval_options(*command, *options);
  command->callback([&exit, options] {
    const auto threads = static_cast<std::size_t>(
        options->threads > 0 ? options->threads : tbb::this_task_arena::max_concurrency());
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    exit = EvalCommand(*options).run();
  });
}

}  // namespace fovea::cli
