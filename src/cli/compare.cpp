// `fovea compare`: which runs are better than which, and how sure one can be.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/console.h"
#include "cli/score_source.h"
#include "report/agreement_report.h"
#include "report/comparison_report.h"
#include "stats/alignment.h"
#include "stats/resampling.h"
#include "text/nearest.h"

namespace fovea::cli {

namespace {

using stats::AlignedScores;
using stats::Computed;

enum class Output : std::uint8_t { kText, kCsv, kJson, kLatex, kMarkdown };

struct Options {
  std::vector<std::string> files;
  std::vector<std::string> scores;
  std::vector<std::string> measures;
  std::vector<std::string> baselines;
  std::vector<std::string> agree;
  std::vector<std::size_t> agree_depths;
  InputNames inputs;
  std::size_t depth = 0;
  stats::ComparisonPlan plan;
  std::optional<stats::IntervalKind> interval;
  stats::TopicChoice topics = stats::TopicChoice::kCommon;
  Output output = Output::kText;
  int tails = 2;
  double power = 0.8;
  int decimals = 4;
};

/// One measure brought onto common topics; an exit code when that cannot be.
struct Prepared {
  std::optional<AlignedScores> aligned;
  int exit = kFine;
};

Prepared prepare(const MeasureScores& measure, const Options& options) {
  std::vector<stats::NamedScores> runs;
  for (const RunTopicScores& run : measure.runs) runs.push_back({run.run, run.topics, run.values});
  if (runs.size() < 2) {
    say(fmt::format("{}: found {} run, expected at least two to compare", measure.measure, runs.size()));
    return {std::nullopt, kBadInput};
  }
  const Computed<AlignedScores> aligned = stats::align(runs, options.topics);
  if (!aligned) {
    say(fmt::format("{}: {}; {} has {}, {} has {}", measure.measure, aligned.why(), quote(runs[0].run),
                    quote(runs[0].topics.front()), quote(runs[1].run), quote(runs[1].topics.front())));
    return {std::nullopt, kNothingInCommon};
  }
  if (!aligned->incomplete.empty()) {
    say_topics(aligned->incomplete, options.topics == stats::TopicChoice::kAll
                                        ? "topics that some run lacks, scored 0 there"
                                        : "topics that some run lacks, left out (--topics all keeps them)");
  }
  return {*aligned, kFine};
}

/// Rows of the baselines; nothing, and a message, when there is no such run.
std::optional<std::vector<std::size_t>> find_baselines(const AlignedScores& aligned, const Options& options) {
  std::vector<std::size_t> rows;
  for (const std::string& baseline : options.baselines) {
    const auto found = std::find(aligned.runs.begin(), aligned.runs.end(), baseline);
    if (found == aligned.runs.end()) {
      const std::vector<std::string_view> known(aligned.runs.begin(), aligned.runs.end());
      std::vector<std::string_view> near = nearest(baseline, known);
      if (near.empty())
        near.assign(known.begin(), known.begin() + std::min<std::ptrdiff_t>(5, std::ssize(known)));
      say(fmt::format("found --baseline {}, expected the name of a run, such as {}", quote(baseline),
                      fmt::join(near, ", ")));
      return std::nullopt;
    }
    rows.push_back(static_cast<std::size_t>(found - aligned.runs.begin()));
  }
  return rows;
}

std::string write(const ComparisonReport& report, Output output) {
  switch (output) {
    case Output::kCsv:
      return to_csv(report);
    case Output::kJson:
      return to_json(report);
    case Output::kLatex:
      return to_latex(report);
    case Output::kMarkdown:
      return to_markdown(report);
    case Output::kText:
      break;
  }
  return to_text(report);
}

std::string write(std::span<const AgreementReport> reports, Output output) {
  switch (output) {
    case Output::kCsv:
      return to_csv(to_table(reports));
    case Output::kJson:
      return to_json(reports);
    case Output::kLatex:
      return to_latex(to_table(reports));
    case Output::kMarkdown:
      return to_markdown(to_table(reports));
    case Output::kText:
      break;
  }
  std::string out;
  for (const AgreementReport& report : reports) out += (out.empty() ? "" : "\n") + to_text(report);
  return out;
}

int compare_runs(const std::vector<MeasureScores>& measures, const Options& options) {
  ComparisonReport report{options.plan, options.baselines, options.power, options.decimals, {}};
  for (const MeasureScores& measure : measures) {
    const auto [aligned, exit] = prepare(measure, options);
    if (!aligned) return exit;
    const auto baselines = find_baselines(*aligned, options);
    if (!baselines) return kUsage;
    const std::vector<std::size_t> ranking = stats::rank_runs(aligned->scores);
    const std::vector<stats::RunPair> pairs =
        baselines->empty() ? stats::all_pairs(ranking) : stats::baseline_pairs(ranking, *baselines);
    const Computed<stats::Comparison> comparison = stats::compare(aligned->scores, pairs, options.plan);
    if (!comparison) {
      say(fmt::format("{}: cannot compare, because {}", measure.measure, comparison.why()));
      return kBadInput;
    }
    report.measures.push_back({measure.measure, aligned->runs, aligned->topics.size(), *comparison});
  }
  fmt::print("{}", write(report, options.output));
  return kFine;
}

/// The means of the runs under each measure, as the sides of an agreement. All are of the same runs.
int add_sides(const std::vector<MeasureScores>& measures, const Options& options, std::string_view suffix,
              std::vector<std::string>& runs, std::vector<RunMeans>& sides) {
  for (const MeasureScores& measure : measures) {
    const auto [aligned, exit] = prepare(measure, options);
    if (!aligned) return exit;
    if (runs.empty()) runs = aligned->runs;
    if (runs != aligned->runs) {
      say(fmt::format("{} and {} were computed for different runs", sides.front().name, measure.measure));
      return kBadInput;
    }
    RunMeans side{measure.measure + std::string(suffix), {}};
    for (std::size_t run = 0; run < runs.size(); ++run)
      side.means.push_back(stats::mean(aligned->scores.run(run)));
    sides.push_back(std::move(side));
  }
  return kFine;
}

int print_agreement(const std::vector<std::string>& runs, const std::vector<RunMeans>& sides,
                    const Options& options) {
  if (sides.size() < 2) {
    say("found one measure to agree, expected two or more, such as --agree 'AgP(t2i=300),AP'");
    return kUsage;
  }
  std::vector<AgreementReport> reports;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    for (std::size_t j = i + 1; j < sides.size(); ++j)
      reports.push_back(make_agreement(runs, sides[i], sides[j]));
  }
  fmt::print("{}", write(reports, options.output));
  return kFine;
}

/// Each measure against itself, with the runs cut at different depths.
int agree_depths(const Inputs& inputs, const Options& options) {
  if (options.agree_depths.size() < 2) {
    say("found one depth, expected two or more, such as --agree-depth 100,1500");
    return kUsage;
  }
  int worst = kFine;
  for (const std::string& measure : options.measures) {
    std::vector<std::string> runs;
    std::vector<RunMeans> sides;
    for (const std::size_t depth : options.agree_depths) {
      std::vector<MeasureScores> scores;
      int exit = evaluate_all(inputs, std::span(&measure, 1), depth, scores);
      if (exit == kFine) exit = add_sides(scores, options, fmt::format(" (depth {})", depth), runs, sides);
      if (exit != kFine) return exit;
    }
    worst = std::max(worst, print_agreement(runs, sides, options));
  }
  return worst;
}

/// Combinations of options that make no sense.
bool check(const Options& options, bool tails_given) {
  if (options.plan.test == stats::PairTest::kTukey) {
    if (tails_given && options.tails == 1) {
      say("--test tukey is two-tailed, found --tails 1");
      return false;
    }
    if (options.plan.correction != stats::Correction::kNone) {
      say("--test tukey covers all pairs at once and takes no --correct");
      return false;
    }
  }
  if (options.scores.empty() == options.files.empty()) {
    say("expected either judgements and runs, or --scores FILE");
    return false;
  }
  if (!options.scores.empty() && !options.agree_depths.empty()) {
    say("--agree-depth cuts runs, and scores computed before cannot be cut: give judgements and runs");
    return false;
  }
  if (options.scores.empty() && options.agree.empty() && options.measures.empty()) {
    say("expected a measure, such as -m AP; `fovea measures` lists them");
    return false;
  }
  return true;
}

int compare_scores(const std::vector<MeasureScores>& measures, const Options& options) {
  if (options.agree.empty()) return compare_runs(measures, options);
  std::vector<std::string> runs;
  std::vector<RunMeans> sides;
  const int exit = add_sides(measures, options, "", runs, sides);
  return exit == kFine ? print_agreement(runs, sides, options) : exit;
}

int run(Options& options, bool tails_given) {
  if (!check(options, tails_given)) return kUsage;
  options.plan.tails = options.tails == 1 ? stats::Tails::kOne : stats::Tails::kTwo;
  options.plan.interval = options.interval.value_or(options.plan.test == stats::PairTest::kBootstrap
                                                        ? stats::IntervalKind::kBootstrap
                                                        : stats::IntervalKind::kT);
  const std::vector<std::string>& wanted = options.agree.empty() ? options.measures : options.agree;
  if (!options.scores.empty()) {
    Diagnostics diagnostics;
    auto scores = read_scores(options.scores, diagnostics);
    print(diagnostics);
    if (!scores) return kBadInput;
    Diagnostics selection;
    const auto measures = select_measures(std::move(*scores), wanted, selection);
    print(selection);
    return measures ? compare_scores(*measures, options) : kUsage;
  }
  options.inputs.judgements = options.files.front();
  options.inputs.runs.assign(options.files.begin() + 1, options.files.end());
  Inputs inputs;
  if (!open_inputs(options.inputs, inputs)) return kBadInput;
  if (inputs.runs.size() < 2) {
    say(fmt::format("found {} run, expected at least two to compare", inputs.runs.size()));
    return kBadInput;
  }
  if (!options.agree_depths.empty()) return agree_depths(inputs, options);
  std::vector<MeasureScores> measures;
  const int exit = evaluate_all(inputs, wanted, options.depth, measures);
  return exit == kFine ? compare_scores(measures, options) : exit;
}

const std::map<std::string, stats::PairTest> kTests{{"t", stats::PairTest::kT},
                                                    {"bootstrap", stats::PairTest::kBootstrap},
                                                    {"randomisation", stats::PairTest::kRandomisation},
                                                    {"wilcoxon", stats::PairTest::kWilcoxon},
                                                    {"tukey", stats::PairTest::kTukey}};
const std::map<std::string, stats::Correction> kCorrections{{"none", stats::Correction::kNone},
                                                            {"holm", stats::Correction::kHolm},
                                                            {"bonferroni", stats::Correction::kBonferroni}};
const std::map<std::string, Output> kOutputs{{"text", Output::kText},
                                             {"csv", Output::kCsv},
                                             {"json", Output::kJson},
                                             {"latex", Output::kLatex},
                                             {"md", Output::kMarkdown}};
const std::map<std::string, stats::IntervalKind> kIntervals{{"t", stats::IntervalKind::kT},
                                                            {"bootstrap", stats::IntervalKind::kBootstrap}};
const std::map<std::string, stats::TopicChoice> kTopics{{"common", stats::TopicChoice::kCommon},
                                                        {"all", stats::TopicChoice::kAll}};

/// An option whose value is one of some names.
template <typename Value, typename Target>
void add_choice(CLI::App& command, const std::string& name, Target& target,
                const std::map<std::string, Value>& values, const std::string& description) {
  std::vector<std::string> names;
  for (const auto& [word, value] : values) names.push_back(word);
  command
      .add_option_function<std::string>(
          name, [&target, &values](const std::string& word) { target = values.at(word); }, description)
      ->check(CLI::IsMember(names))
      ->option_text("NAME");
}

void add_test_options(CLI::App& command, Options& options) {
  add_choice(
      command, "--test", options.plan.test, kTests,
      "t (paired), bootstrap (paired), randomisation, wilcoxon (signed rank) or tukey (HSD, all runs at "
      "once); default t");
  command
      .add_option("--resamples", options.plan.resamples,
                  "Resamples of bootstrap and randomisation; default 1000")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000}))
      ->option_text("N");
  command
      .add_option("--seed", options.plan.seed, "Seed of the resamples, printed with the results; default 1")
      ->option_text("N");
  command
      .add_option("--alpha", options.plan.alpha,
                  "Level of the tests; intervals cover 1 - alpha; default 0.05")
      ->check(CLI::Range(1e-9, 0.5))
      ->option_text("P");
  add_choice(command, "--correct", options.plan.correction, kCorrections,
             "Correct for the number of pairs: none, holm or bonferroni; default none");
  add_choice(command, "--interval", options.interval, kIntervals,
             "t or bootstrap (percentile) intervals; default bootstrap with --test bootstrap, else t");
  command
      .add_option("--power", options.power,
                  "Power for the detectable difference and the topics needed; default 0.8")
      ->check(CLI::Range(0.5, 0.999))
      ->option_text("P");
}

/// An option that may be given several times, one value each.
void add_list(CLI::App& command, const std::string& name, std::vector<std::string>& values,
              const std::string& text, const std::string& description) {
  command.add_option(name, values, description)->allow_extra_args(false)->option_text(text);
}

}  // namespace

void add_compare_command(CLI::App& app, int& exit) {
  auto* command =
      app.add_subcommand("compare", "Test which runs are better: intervals, significance, agreement");
  auto options = std::make_shared<Options>();
  command->add_option("files", options->files, "Judgements, then the runs to evaluate and compare")
      ->option_text("JUDGEMENTS RUN…");
  add_list(
      *command, "--scores", options->scores, "FILE",
      "Scores per topic computed before, instead of judgements and runs: JSON lines, CSV or trec_eval -q "
      "output; - is standard input; repeatable");
  add_list(*command, "-m,--measure", options->measures, "MEASURE",
           "Measures to compare by, see fovea measures; repeatable, lists allowed");
  add_list(*command, "--baseline", options->baselines, "RUN",
           "Compare the others with this run only; repeatable");
  add_list(*command, "--agree", options->agree, "MEASURES",
           "How alike two or more measures order the runs, such as 'AgP(t2i=300),AP'");
  command
      ->add_option("--agree-depth", options->agree_depths,
                   "How alike a measure orders the runs when they are cut at these depths, such as 100,1500")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::PositiveNumber)
      ->option_text("N,N");
  options->inputs.add_options_to(*command);
  command->add_option("--depth", options->depth, "Results per topic that count; default all")
      ->option_text("N");
  add_test_options(*command, *options);
  auto* tails = command->add_option("--tails", options->tails,
                                    "1: is the higher run better; 2: do the runs differ; default 2");
  tails->check(CLI::IsMember({1, 2}))->option_text("N");
  add_choice(*command, "--topics", options->topics, kTopics,
             "With --scores: common topics only, or all, a run without a topic scoring 0; default common");
  add_choice(*command, "-o,--output", options->output, kOutputs,
             "text, csv (a row per pair), json, latex or md; default text");
  command
      ->add_option("-p,--decimals", options->decimals,
                   "Decimals of the scores in text, latex and md; default 4")
      ->check(CLI::Range(0, 15))
      ->option_text("N");
  command->footer(
      "In the matrix, a row's * says that its run is significantly better than the run of that rank; - that "
      "it\n"
      "is not; ? that no test was possible, with the reason below. Exit codes: 0 fine, 1 usage, 2 bad "
      "input,\n"
      "4 no topic in common.\n\n"
      "Examples:\n"
      "  fovea compare -m 'AgP(t2i=300)' inex2010.qrels *.run\n"
      "  fovea compare --test bootstrap --tails 1 --resamples 10000 -m AP qrels.txt *.run\n"
      "  fovea compare --baseline bm25 --correct holm -m AP qrels.txt *.run\n"
      "  fovea compare --agree 'AgP(t2i=300),AP' inex2010.qrels *.run\n"
      "  trec_eval -q qrels.txt my.run | fovea compare --scores - --scores other.txt -m map");
  command->callback([&exit, options, tails] { exit = run(*options, tails->count() > 0); });
}

}  // namespace fovea::cli
