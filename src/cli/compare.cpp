// `fovea compare`: which runs are better than which, and how sure one can be.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/compare_agreement.h"
#include "cli/compare_options.h"
#include "cli/console.h"
#include "cli/score_source.h"
#include "report/tables/comparison_report.h"
#include "stats/alignment.h"
#include "text/nearest.h"

namespace fovea::cli {

namespace {

using stats::AlignedScores;
using stats::Computed;

/// One measure brought onto common topics; an exit code when that cannot be.
struct Prepared {
  std::optional<AlignedScores> aligned;
  int exit = kFine;
};

Prepared prepare(const MeasureScores& measure, const CompareOptions& options) {
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
  if (!aligned->incomplete.empty()) say(list_topics(aligned->incomplete, lacking_topics(options.topics)));
  return {*aligned, kFine};
}

/// Rows of the baselines; nothing, and a message, when there is no such run.
std::optional<std::vector<std::size_t>> find_baselines(const AlignedScores& aligned,
                                                       const CompareOptions& options) {
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

int compare_runs(const std::vector<MeasureScores>& measures, const CompareOptions& options) {
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

int compare_measures(const std::vector<MeasureScores>& measures, const CompareOptions& options) {
  return options.agree.empty() ? compare_runs(measures, options) : agree_measures(measures, options);
}

/// A baseline named twice is one baseline.
void drop_repeated(std::vector<std::string>& names) {
  std::set<std::string> seen;
  std::erase_if(names, [&](const std::string& name) { return !seen.insert(name).second; });
}

/// Scores that were computed before.
int compare_files(const std::vector<std::string>& wanted, const CompareOptions& options) {
  Diagnostics diagnostics;
  auto scores = read_scores(options.scores, diagnostics);
  print(diagnostics);
  if (!scores) return kBadInput;
  Diagnostics selection;
  const auto measures = select_measures(std::move(*scores), wanted, selection);
  print(selection);
  return measures ? compare_measures(*measures, options) : kUsage;
}

int run(CompareOptions& options) {
  if (const std::string why = find_contradiction(options); !why.empty()) {
    say(why);
    return kUsage;
  }
  drop_repeated(options.baselines);
  options.plan.tails = options.tails == 1 ? stats::Tails::kOne : stats::Tails::kTwo;
  options.plan.interval = options.interval.value_or(options.plan.test == stats::PairTest::kBootstrap
                                                        ? stats::IntervalKind::kBootstrap
                                                        : stats::IntervalKind::kT);
  const std::vector<std::string>& wanted = options.agree.empty() ? options.measures : options.agree;
  if (!options.scores.empty()) return compare_files(wanted, options);
  options.inputs.judgements = options.files.front();
  options.inputs.runs.assign(options.files.begin() + 1, options.files.end());
  Inputs inputs;
  if (!open_inputs(options.inputs, inputs)) return kBadInput;
  if (inputs.runs.size() < 2) {
    say(fmt::format("found {} run, expected at least two to compare", inputs.runs.size()));
    return kBadInput;
  }
  if (!options.agree_depths.empty()) return agree_depths(inputs, options);
  if (!options.agree_judgements.empty()) return agree_judgements(inputs, options);
  std::vector<MeasureScores> measures;
  const int exit = evaluate_all(inputs, *inputs.judgements, wanted, options.depth, Remarks::kAll, measures);
  return exit == kFine ? compare_measures(measures, options) : exit;
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
