#include "cli/experiment_options.h"

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/console.h"
#include "cli/report_parts.h"
#include "cli/shared_options.h"
#include "evaluate/evaluation_plan.h"

namespace fovea::cli {

void add_experiment_options(CLI::App& command, ExperimentOptions& options) {
  options.inputs.add_judgements_to(command);
  command.add_option("runs", options.inputs.runs, "Further runs that orders may be about")
      ->option_text("RUN…");
  options.inputs.add_options_to(command);
  add_measures(command, options.measures);
  command
      .add_option("--orders", options.orders,
                  "Expected orders of one's own instead of the paper's: lines 'better > worse'")
      ->option_text("FILE");
  add_folder(command, options.folder);
  add_alpha(command, options.alpha);
  add_output_format(command, options.output,
                    {{"text", to_text}, {"csv", to_csv, "a row per order"}, {"json", to_json, "everything"}});
  add_decimals(command, options.decimals, "in text")->check(in_range(kDecimalsRange));
}

bool open_experiment(ExperimentOptions& options, Inputs& inputs) {
  if (open_inputs(options.inputs, inputs) != kFine) return false;
  if (inputs.judgements.topics().size() >= 2) return true;
  const std::size_t topics = inputs.judgements.topics().size();
  say(fmt::format("{}: found {} topic{}, expected at least two to test on", options.inputs.judgements, topics,
                  topics == 1 ? "" : "s"));
  return false;
}

std::optional<std::vector<ExpectedOrder>> orders_for(const ExperimentOptions& options,
                                                     std::vector<ExpectedOrder> known) {
  if (options.orders.empty()) return known;
  Diagnostics diagnostics;
  std::optional<std::vector<ExpectedOrder>> orders;
  if (const auto file = InputFile::open(options.orders, diagnostics))
    orders = read_orders(*file, diagnostics);
  print(diagnostics);
  return orders;
}

std::optional<std::vector<MeasureName>> parse_all(std::span<const std::string> expressions) {
  Diagnostics diagnostics;
  auto names = parse_run_measures(expressions, diagnostics);
  print_or_say(diagnostics);
  return names;
}

int check_given_runs(const Experiment& experiment, std::size_t made) {
  const std::size_t judged = experiment.scores.topics().size();
  for (std::size_t run = made; run < experiment.scores.runs().size(); ++run) {
    const std::string& name = experiment.scores.runs()[run].name;
    const std::size_t answered = experiment.answered[run];
    if (answered == 0) {
      say(fmt::format("{}: no topic in common with the judgements", name));
      return kNothingInCommon;
    }
    if (answered < judged) {
      say(fmt::format("{}: warning: no results for {} of {} judged topics, which score 0", name,
                      judged - answered, judged));
    }
  }
  return kFine;
}

int judge_and_print(FidelityReport& report, std::span<const ExpectedOrder> orders,
                    std::span<const MeasureName> verdict_measures, const ExperimentOptions& options,
                    std::string title) {
  const Scores& scores = report.experiment.scores;
  std::vector<std::string> runs;
  for (const ScoredRun& run : scores.runs()) runs.push_back(run.name);
  Diagnostics diagnostics;
  const bool known = check_names(orders, runs, diagnostics);
  print(diagnostics);
  if (!known) return kBadInput;
  for (const MeasureName& name : verdict_measures) {
    const auto measure = scores.measure_named(to_string(name));
    if (measure) report.verdicts.push_back(check_orders(scores, *measure, orders, options.alpha));
  }
  report.alpha = options.alpha;
  report.decimals = options.decimals;
  if (options.folder.asked()) write_folder(page_of(report, std::move(title)), options.folder);
  fmt::print("{}", options.output(report));
  return kFine;
}

}  // namespace fovea::cli
