// `fovea compare`: which runs are better than which, and how sure one can be.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/compare_agreement.h"
#include "cli/compare_options.h"
#include "cli/console.h"
#include "cli/papers.h"
#include "cli/report_parts.h"
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

Prepared prepare(const ScoredColumn& column, const CompareOptions& options, bool quiet) {
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
  if (!aligned->incomplete.empty() && !quiet)
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

/// The runs by one measure, the best first: the order to show them in, and which of them to compare (--top).
struct RunOrder {
  std::vector<std::string> runs;
  int exit = kFine;
};

RunOrder order_runs(const Scores& scores, std::size_t measure, const CompareOptions& options) {
  const auto [aligned, exit] = prepare({scores, measure}, options, true);
  RunOrder order{{}, exit};
  if (!aligned) return order;
  for (const std::size_t row : stats::rank_runs(aligned->scores.matrix(0)))
    order.runs.push_back(aligned->scores.runs()[row].name);
  if (options.top > 0 && options.top < order.runs.size()) order.runs.resize(options.top);
  return order;
}

/// The rows of these runs, in this order; nothing when one has no scores.
std::optional<std::vector<std::size_t>> rows_named(const Scores& scores, std::span<const std::string> runs) {
  std::vector<std::size_t> rows;
  for (const std::string& run : runs) {
    const auto row = scores.run_named(run);
    if (!row) return std::nullopt;
    rows.push_back(*row);
  }
  return rows;
}

int compare_runs(const Scores& scores, std::span<const std::size_t> measures,
                 std::optional<std::size_t> order_by, const CompareOptions& options) {
  ComparisonReport report{options.plan, {}, options.power, options.decimals, {}};
  RunOrder order;
  if (order_by || options.top > 0) order = order_runs(scores, order_by.value_or(measures.front()), options);
  if (order.exit != kFine) return order.exit;
  for (const std::size_t m : measures) {
    auto [aligned, exit] = prepare({scores, m}, options, options.quiet);
    if (!aligned) return exit;
    const std::string& measure = scores.measures()[m].name;
    if (!order.runs.empty()) {
      auto rows = rows_named(aligned->scores, order.runs);
      if (!rows || (options.top == 0 && rows->size() < aligned->scores.runs().size())) {
        say(fmt::format("{} and {} were computed for different runs", measure,
                        scores.measures()[order_by.value_or(measures.front())].name));
        return kBadInput;
      }
      std::ranges::sort(*rows);  // nothing but the order shown depends on --order-by
      aligned->scores = aligned->scores.with_runs(*rows);
    }
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
    MeasureComparison& compared = report.measures.emplace_back(
        MeasureComparison{measure, std::move(runs), matrix.topics(), *comparison});
    if (!order_by || m == *order_by) continue;  // its own order
    compared.order_by = scores.measures()[*order_by].name;
    compared.order = *rows_named(aligned->scores, order.runs);
  }
  if (options.folder.asked()) write_folder(page_of(report), options.folder);
  if (prints_to_terminal()) report.width = output_width();
  fmt::print("{}", write(report, options.output));
  return kFine;
}

/// By the measures that are asked for, of those that the scores have.
int compare_measures(const Scores& scores, const CompareOptions& options) {
  Diagnostics selection;
  const auto measures =
      select_measures(scores, options.agree.empty() ? options.measures : options.agree, selection);
  std::optional<std::vector<std::size_t>> order;
  if (!options.order_by.empty()) order = select_measures(scores, std::span(&options.order_by, 1), selection);
  print(selection);
  if (!measures || !selection.ok()) return kUsage;
  if (!options.agree.empty()) return agree_measures(scores, *measures, options);
  if (order && order->size() != 1) {
    say(fmt::format("found --order-by {}, expected one measure", quote(options.order_by)));
    return kUsage;
  }
  return compare_runs(scores, *measures, order ? std::optional(order->front()) : std::nullopt, options);
}

/// Scores that were computed before.
int compare_files(const CompareOptions& options) {
  Diagnostics diagnostics;
  auto scores = read_scores(options.scores, diagnostics);
  if (!options.quiet || !diagnostics.ok()) print(diagnostics);
  return scores ? compare_measures(*scores, options) : kBadInput;
}

int run(CompareOptions& options) {
  if (const std::string why = find_contradiction(options); !why.empty()) {
    say(why);
    return kUsage;
  }
  if (options.folder.asked() && !may_write(options.folder)) return kUsage;
  options.plan.tails = options.tails == 1 ? stats::Tails::kOne : stats::Tails::kTwo;
  options.plan.correction = options.correction.value_or(options.plan.correction);
  options.plan.interval = options.interval.value_or(options.plan.test == stats::PairTest::kBootstrap
                                                        ? stats::IntervalKind::kBootstrap
                                                        : stats::IntervalKind::kT);
  if (!options.run_sets.empty()) return agree_run_sets(options);
  if (!options.scores.empty()) return compare_files(options);
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
  std::vector<std::string> wanted = options.agree.empty() ? options.measures : options.agree;
  if (!options.order_by.empty()) wanted.push_back(options.order_by);
  Scores scores;
  const int exit = evaluate_all(inputs, inputs.judgements, wanted, options.depth,
                                options.quiet ? Remarks::kNone : Remarks::kAll, scores);
  return exit == kFine ? compare_measures(scores, options) : exit;
}

}  // namespace

void add_compare_command(CLI::App& app, int& exit) {
  auto* command =
      app.add_subcommand("compare", "Test which runs are better: intervals, significance, agreement");
  auto options = std::make_shared<CompareOptions>();
  add_paper(*command);
  add_compare_options(*command, *options);
  command->callback([&exit, options, command] {
    set_paper_options(*command);
    exit = run(*options);
  });
}

}  // namespace fovea::cli
