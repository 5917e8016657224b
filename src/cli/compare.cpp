// `fovea compare`: which runs are better than which, and how sure one can be.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/compare_agreement.h"
#include "cli/compare_options.h"
#include "cli/console.h"
#include "cli/score_source.h"
#include "files/file_stem.h"
#include "report/tables/comparison_report.h"
#include "scores/alignment.h"
#include "scores/scores_file.h"
#include "text/nearest.h"

namespace fovea::cli {

namespace {

using stats::Computed;

/// One measure brought onto common topics; an exit code when that cannot be.
struct Prepared {
  std::optional<AlignedScores> aligned;
  int exit = kFine;
};

/// "'bm25' has '7'": a run, and the first topic that it has.
std::string example(const ScoredColumn& column, std::size_t run) {
  const Scores& scores = column.scores;
  std::size_t topic = 0;
  while (!scores.has(run, topic, column.measure)) ++topic;
  return fmt::format("{} has {}", quote(scores.runs()[run].name), quote(scores.topics()[topic]));
}

Prepared prepare(const ScoredColumn& column, const CompareOptions& options) {
  const std::string& measure = column.scores.measures()[column.measure].name;
  const std::vector<std::size_t> runs = scored_runs(column);
  if (runs.size() < 2) {
    say(fmt::format("{}: found {} run, expected at least two to compare", measure, runs.size()));
    return {std::nullopt, kUsage};
  }
  auto aligned = align(std::span(&column, 1), options.topics);
  if (!aligned) {
    say(fmt::format("{}: the runs have no topic in common; {}, {}", measure, example(column, runs[0]),
                    example(column, runs[1])));
    return {std::nullopt, kNothingInCommon};
  }
  if (!aligned->incomplete.empty() && !options.quiet)
    say(list_topics(aligned->incomplete, lacking_topics(options.topics)));
  return {std::move(aligned), kFine};
}

/// The run that is meant by its name, else by its file, else by the stem of its file where one has it.
std::optional<std::size_t> find_run(std::span<const ScoredRun> runs, std::string_view meant) {
  const auto only = [&runs](const auto& fits) -> std::optional<std::size_t> {
    const auto found = std::ranges::find_if(runs, fits);
    if (found == runs.end() || std::ranges::count_if(runs, fits) > 1) return std::nullopt;
    return static_cast<std::size_t>(found - runs.begin());
  };
  if (const auto row = only([&](const ScoredRun& run) { return run.name == meant; })) return row;
  if (const auto row = only([&](const ScoredRun& run) { return run.file == meant; })) return row;
  return only([&](const ScoredRun& run) { return !run.file.empty() && file_stem(run.file) == meant; });
}

/// Rows of the baselines; nothing, and a message, when there is no such run.
std::optional<std::vector<std::size_t>> find_baselines(std::span<const ScoredRun> runs,
                                                       const CompareOptions& options) {
  std::vector<std::size_t> rows;
  for (const std::string& baseline : options.baselines) {
    const auto found = find_run(runs, baseline);
    if (!found) {
      std::vector<std::string_view> known;
      for (const ScoredRun& run : runs) known.emplace_back(run.name);
      std::vector<std::string_view> near = nearest(baseline, known);
      if (near.empty())
        near.assign(known.begin(), known.begin() + std::min<std::ptrdiff_t>(5, std::ssize(known)));
      say(fmt::format("found --baseline {}, expected the name of a run, such as {}", quote(baseline),
                      fmt::join(near, ", ")));
      return std::nullopt;
    }
    if (std::ranges::find(rows, *found) == rows.end()) rows.push_back(*found);
  }
  return rows;
}

std::string write(const ComparisonReport& report, CompareOutput output) {
  switch (output) {
    case CompareOutput::kCsv:
      return to_csv(report);
    case CompareOutput::kJson:
      return to_json(report);
    case CompareOutput::kLatex:
      return to_latex(report);
    case CompareOutput::kMarkdown:
      return to_markdown(report);
    case CompareOutput::kText:
      break;
  }
  return to_text(report);
}

int compare_runs(const Scores& scores, std::span<const std::size_t> measures, const CompareOptions& options) {
  ComparisonReport report{options.plan, {}, options.power, options.decimals, {}};
  for (const std::size_t m : measures) {
    const auto [aligned, exit] = prepare({scores, m}, options);
    if (!aligned) return exit;
    const std::string& measure = scores.measures()[m].name;
    const ScoreMatrix matrix = aligned->scores.matrix(0);
    std::vector<std::string> runs;
    for (const ScoredRun& run : aligned->scores.runs()) runs.push_back(run.name);
    const auto baselines = find_baselines(aligned->scores.runs(), options);
    if (!baselines) return kUsage;
    report.baselines.clear();
    for (const std::size_t row : *baselines) report.baselines.push_back(runs[row]);
    const std::vector<std::size_t> ranking = stats::rank_runs(matrix);
    const std::vector<stats::RunPair> pairs =
        baselines->empty() ? stats::all_pairs(ranking) : stats::baseline_pairs(ranking, *baselines);
    const Computed<stats::Comparison> comparison = stats::compare(matrix, pairs, options.plan);
    if (!comparison) {
      say(fmt::format("{}: cannot compare, because {}", measure, comparison.why()));
      return kBadInput;
    }
    report.measures.push_back({measure, std::move(runs), matrix.topics(), *comparison});
  }
  if (prints_to_terminal()) report.width = output_width();
  fmt::print("{}", write(report, options.output));
  return kFine;
}

int compare_measures(const Scores& scores, std::span<const std::size_t> measures,
                     const CompareOptions& options) {
  return options.agree.empty() ? compare_runs(scores, measures, options)
                               : agree_measures(scores, measures, options);
}

/// Scores that were computed before.
int compare_files(const std::vector<std::string>& wanted, const CompareOptions& options) {
  Diagnostics diagnostics;
  auto scores = read_scores(options.scores, diagnostics);
  if (!options.quiet || !diagnostics.ok()) print(diagnostics);
  if (!scores) return kBadInput;
  Diagnostics selection;
  const auto measures = select_measures(*scores, wanted, selection);
  print(selection);
  return measures ? compare_measures(*scores, *measures, options) : kUsage;
}

int run(CompareOptions& options) {
  if (const std::string why = find_contradiction(options); !why.empty()) {
    say(why);
    return kUsage;
  }
  options.plan.tails = options.tails == 1 ? stats::Tails::kOne : stats::Tails::kTwo;
  options.plan.correction = options.correction.value_or(options.plan.correction);
  options.plan.interval = options.interval.value_or(options.plan.test == stats::PairTest::kBootstrap
                                                        ? stats::IntervalKind::kBootstrap
                                                        : stats::IntervalKind::kT);
  const std::vector<std::string>& wanted = options.agree.empty() ? options.measures : options.agree;
  if (!options.scores.empty()) return compare_files(wanted, options);
  options.inputs.judgements = options.files.front();
  options.inputs.quiet = options.quiet;
  options.inputs.runs.assign(options.files.begin() + 1, options.files.end());
  Inputs inputs;
  if (const int exit = open_inputs(options.inputs, inputs); exit != kFine) return exit;
  if (inputs.runs.size() < 2) {  // a file may hold several
    say("found 1 run, expected at least two to compare; 'fovea eval' scores a single one");
    return kUsage;
  }
  if (!options.agree_depths.empty()) return agree_depths(inputs, options);
  if (!options.agree_judgements.empty()) return agree_judgements(inputs, options);
  Scores scores;
  const int exit = evaluate_all(inputs, inputs.judgements, wanted, options.depth,
                                options.quiet ? Remarks::kNone : Remarks::kAll, scores);
  if (exit != kFine) return exit;
  std::vector<std::size_t> measures(scores.measures().size());
  std::iota(measures.begin(), measures.end(), std::size_t{0});
  return compare_measures(scores, measures, options);
}

}  // namespace

void add_compare_command(CLI::App& app, int& exit) {
  auto* command =
      app.add_subcommand("compare", "Test which runs are better: intervals, significance, agreement");
  auto options = std::make_shared<CompareOptions>();
  add_compare_options(*command, *options);
  command->callback([&exit, options] { exit = run(*options); });
}

}  // namespace fovea::cli
