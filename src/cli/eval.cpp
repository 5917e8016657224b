// `fovea eval`: judgements and runs in, scores out.
#include <fmt/format.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

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
#include "cli/report_parts.h"
#include "cli/score_source.h"
#include "cli/usage.h"
#include "evaluate/compat/z_scores.h"
#include "evaluate/curve_rows.h"
#include "evaluate/evaluation_request.h"
#include "evaluate/remarks.h"
#include "evaluate/topic_groups.h"
#include "files/output_file.h"
#include "report/tables/group_report.h"
#include "report/tables/inex_text.h"
#include "report/tables/score_report.h"
#include "topics/topic_file.h"

namespace fovea::cli {

namespace {

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
    if (!asked) return kUsage;
    if (options_.folder.asked() && !may_write(options_.folder)) return kUsage;
    request_.options = std::move(*asked);
    request_.options.scores_every_run = shows_inex_text();
    if (!open_collection() || !open_z_scores()) return kBadInput;
    fill_request();
    if (!open_chunking()) return kBadInput;
    if (const int exit = open_topic_names(); exit != kFine) return exit;
    if (!options_.explain.empty()) return std::max(exit_, explain_article());
    outcome_ = evaluate(request_);
    return std::max(exit_, report());
  }

 private:
  /// A graver fault than those before.
  void fail(int code) { exit_ = std::max(exit_, code); }

  // ---- Reading ----

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
    chunking_ = Chunking::open(options_.chunking, request_.reading, diagnostics);
    print(diagnostics);
    request_.options.chunking = chunking_ ? &*chunking_ : nullptr;
    return chunking_ && diagnostics.ok();
  }

  bool open_z_scores() {
    if (options_.z_scores.empty()) return true;
    Diagnostics diagnostics;
    z_scores_ = ZScores::read(options_.z_scores, diagnostics);
    tell(diagnostics);
    return z_scores_.has_value();
  }

  /// What topics are grouped by, where that is not in the judgements; an exit code.
  int open_topic_names() {
    if (!groups_by_names(options_.by)) return kFine;
    Diagnostics reading;
    std::vector<Topic> topics;
    if (!options_.topic_files.empty()) topics = read_topics(options_.topic_files, nullptr, reading);
    std::vector<Question> questions;
    for (const std::string& file : options_.questionnaires) {
      const auto input = InputFile::open(file, reading);
      if (!input) continue;
      std::ranges::move(read_answers(*input, reading), std::back_inserter(questions));
    }
    if (!tell(reading)) return kBadInput;
    Diagnostics unknown;
    request_.topic_names = names_of_topics(options_.by, topics, questions, unknown);
    print_or_say(unknown);
    return request_.topic_names ? kFine : kUsage;
  }

  void fill_request() {
    request_.collection = collection_ ? &*collection_ : nullptr;
    request_.judgements.path = options_.judgements;
    request_.judgements.reading = options_.judgement_arguments.options(request_.collection);
    request_.reading = options_.judgement_arguments.run_options();
    request_.reading.format = options_.run_format;
    for (const std::string& run : options_.runs) request_.runs.push_back({.file = run});
    if (!options_.by.empty()) request_.groups = group_topics_named(options_.by);
  }

  int explain_article() {
    OpenedRequest opened(request_, false, JudgementSource::Passes::kMany);
    if (const int exit = tell_of_judgements(opened.judgements().said()); exit != kFine) return exit;
    for (const OpenedRun& run : opened.runs()) tell_of_opening(run.outcome, run.usable());
    const std::vector<const OpenedRun*> usable = opened.usable();
    if (usable.empty()) return kBadInput;
    return explain(options_, request_, opened.judgements().judgements(), usable);
  }

  // ---- Saying ----

  /// Prints what was found; warnings only when they are wanted. Returns whether there were no errors.
  bool tell(const Diagnostics& diagnostics) const {
    if (!options_.quiet || !diagnostics.ok()) print(diagnostics);
    return diagnostics.ok();
  }

  void remark(const Diagnostics& remarks) const {
    if (!options_.quiet) say_all(remarks);
  }

  int tell_of_judgements(const Diagnostics& said) const {
    if (!said.ok() && !options_.judgement_arguments.swapped().empty()) {
      say(options_.judgement_arguments.swapped());
      return kUsage;
    }
    return tell(said) ? kFine : kBadInput;
  }

  void tell_of_opening(const RunOutcome& run, bool usable) {
    tell(run.opening);
    if (!usable) fail(kBadInput);
  }

  int report() {
    if (const int exit = tell_of_judgements(outcome_.judgements); exit != kFine) return exit;
    for (const RunOutcome& run : outcome_.runs) tell_of_opening(run, run.opened);
    const auto first = std::ranges::find_if(outcome_.runs, &RunOutcome::opened);
    if (outcome_.ok() && first == outcome_.runs.end()) return kBadInput;
    if (!outcome_.task_guess.empty() && !options_.quiet) {
      say(fmt::format("{}: taken for task {}, because {} (--task says otherwise)", first->file, outcome_.task,
                      outcome_.task_guess));
    }
    if (outcome_.fault == EvaluationFault::kUsage) {
      say_all(outcome_.reason);
      return kUsage;
    }
    if (!outcome_.ok()) {
      print(outcome_.reason);
      return kBadInput;
    }
    remark(outcome_.remarks);
    for (const RunOutcome& run : outcome_.runs) {
      if (run.opened) tell_of_run(run);
    }
    if (!options_.curve.empty()) output_curves();
    if (options_.folder.asked()) output_figures();
    output(first->order);
    return kFine;
  }

  void tell_of_run(const RunOutcome& run) {
    switch (run.kind) {
      case RunOutcomeKind::kBadInput:
        print(run.diagnostics);
        print(run.remarks);
        return fail(kBadInput);
      case RunOutcomeKind::kNothingInCommon:
        say_all(run.diagnostics);
        return fail(kNothingInCommon);
      case RunOutcomeKind::kBreaksRules:
        tell(run.diagnostics);
        if (!shows_inex_text()) {
          print(run.breaches);
          say(fmt::format("{}: not evaluated, because it breaks the rules of task {}", run.file,
                          outcome_.task));
        }
        return fail(kInvalidRun);
      case RunOutcomeKind::kScored:
        tell(run.diagnostics);
        remark(run.remarks);
    }
  }

  // ---- Output ----

  bool shows_inex_text() const { return options_.output == "inex"; }
  bool as_trec_eval() const { return request_.options.compat == CompatMode::kTrecEval; }

  void output(RankOrder order) {
    if (shows_inex_text()) return output_inex();
    Scores& scores = outcome_.scores;
    if (scores.runs().empty()) return;
    // What a pipe reads stays as trec_eval has it.
    const bool table = options_.intervals || !options_.rank_by.empty() ||
                       (prints_to_terminal() && scores.runs().size() > 1 && !as_trec_eval());
    const std::string format = !options_.output.empty() ? options_.output : table ? "table" : "text";
    ScoreReport report{.format = *named<ScoreFormat>(format),
                       .per_topic = options_.per_topic,
                       .summary = !options_.no_summary};
    if (!options_.decimals.empty()) report.decimals = parse_decimals(options_.decimals);
    report.intervals = options_.intervals;
    if (prints_to_terminal()) report.width = output_width();
    report.trec_eval = as_trec_eval();
    report.z_scores = z_scores_.has_value();
    for (std::size_t i = 0; i < outcome_.texts.size(); ++i) {
      const TextColumn& text = outcome_.texts[i];
      report.texts.push_back({.name = text.name, .before = text.before, .summary = text.summary});
      for (RunOutcome& run : outcome_.runs) {
        if (run.row) report.texts.back().texts.push_back(std::move(run.texts.at(i)));
      }
    }
    if (z_scores_) scores = z_scores_->of(scores);
    if (!options_.by.empty()) return output_groups();
    if (!options_.rank_by.empty() && !rank(report)) return fail(kUsage);
    fmt::print("{}", to_text(scores, report, account(report.format, order)));
  }

  /// Sorts the runs and notes their ranks; false, with a message, where a measure of --rank-by has no scores.
  bool rank(ScoreReport& report) {
    Diagnostics selection;
    const auto measures = select_measures(outcome_.scores, options_.rank_by, selection);
    print(selection);
    if (!measures) return false;
    RankedRuns ranked = rank_runs(outcome_.scores, *measures);
    outcome_.scores = outcome_.scores.with_runs(ranked.order);
    report.ranks = std::move(ranked.ranks);
    report.top = options_.top;
    return true;
  }

  void output_groups() const {
    GroupReport report{.format = *named<ScoreFormat>(options_.output.empty() ? "text" : options_.output),
                       .population = request_.options.compat == CompatMode::kChroma};
    if (!options_.decimals.empty()) report.decimals = parse_decimals(options_.decimals)->places.value_or(17);
    fmt::print("{}", to_text(outcome_.scores, outcome_.groups, report));
  }

  void output_curves() {
    std::string rows;
    for (const RunOutcome& run : outcome_.runs) {
      if (run.scored() || (shows_inex_text() && run.kind == RunOutcomeKind::kNothingInCommon))
        append_curve_rows(rows, run, outcome_.scores.measures());
    }
    if (rows.empty()) return say_no_curve("--curve");
    OutputFile file(options_.curve);
    file.write(curve_header());
    file.write(rows);
    file.commit();
  }

  /// The mean curves of the runs, a figure per measure.
  void output_figures() {
    std::vector<RunCurves> charts;
    for (std::size_t m = 0; m < outcome_.scores.measures().size(); ++m) {
      RunCurves chart{outcome_.scores.measures()[m].name, {}, {}};
      for (const RunOutcome& run : outcome_.runs) {
        if (!run.scored()) continue;
        chart.runs.push_back(run.name);
        chart.curves.push_back(mean_curve(run.curves, m));
      }
      if (!chart.curves.empty() && !chart.curves.front().x.empty()) charts.push_back(std::move(chart));
    }
    if (charts.empty()) return say_no_curve("--folder");
    write_folder(curves_page(charts), options_.folder);
  }

  void say_no_curve(std::string_view option) {
    say(fmt::format(
        "{}: none of the measures has a curve; AiP, iP, AgP, igP, IPrec, 11pt_avg, CG, nCG, inex2002, "
        "inex2003s, inex2003o, XCG, nXCG and ep have",
        option));
    fail(kUsage);
  }

  void output_inex() {
    for (const RunOutcome& run : outcome_.runs) {
      if (run.scored() || run.kind == RunOutcomeKind::kNothingInCommon) {
        // The tool prints figures for no topic, and those no name.
        if (!run.scored()) outcome_.scores.rename(*run.row, {"", run.file});
        fmt::print("{}", inex_text(outcome_.scores, *run.row,
                                   {.per_topic = options_.per_topic, .summary = !options_.no_summary}));
      } else if (run.first_breach) {
        fmt::print("{}", inex_fault(*run.first_breach, run.file));
      }
    }
  }

  EvaluationAccount account(ScoreFormat format, RankOrder order) const {
    EvaluationAccount account;
    account.version = FOVEA_VERSION;
    account.command = program_arguments();
    account.task = outcome_.task;
    account.compat = name_of(request_.options.compat);
    account.topic_rule = outcome_.answered_only ? "answered topics" : "all judged topics";
    account.tie_rule = tie_rule(order);
    account.relevance_level = options_.asked.relevance_level;
    if (options_.asked.depth > 0) account.depth = options_.asked.depth;
    for (const RunOutcome& run : outcome_.runs) {
      if (!run.scored() || run.counts.retrieved_documents == 0) continue;
      account.documents.push_back({run.file, run.counts.retrieved_documents, run.counts.judged_documents,
                                   run.counts.shared_documents});
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
  EvaluationRequest request_;
  EvaluationOutcome outcome_;
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
