// `fovea reliability`: does a measure of graded elements rank better systems ahead of worse ones?
#include <fmt/format.h>

#include <memory>

#include "cli/command.h"
#include "cli/console.h"
#include "cli/experiment_options.h"
#include "cli/papers.h"
#include "cli/report_parts.h"
#include "cli/shared_options.h"
#include "measures/graded/quantisation.h"
#include "text/present.h"

namespace fovea::cli {

namespace {

struct ReliabilityOptions {
  ExperimentOptions experiment;
  EvaluationOptions asked;
  std::string space = "graded";
  std::string quantisation = "sog";
  bool curves = false;
};

/// Kazai et al. 2005, Table 1; Gövert et al. 2006, Figures 3, 5 and 6.
const std::vector<std::string> kGradedMeasures{"inex2002(quant=sog)", "AnXCG(depth=base)"};
const std::vector<std::string> kPerfectMeasures{"inex2002(quant=strict)",  "inex2002(quant=gen)",
                                                "inex2003s(quant=strict)", "inex2003s(quant=gen)",
                                                "inex2003o(quant=strict)", "inex2003o(quant=gen)"};

std::vector<GradedRun> runs_of(const std::string& space) {
  if (space == "perfect") return {GradedRun::kPerfect, GradedRun::kAncestors};
  return {
      GradedRun::kIdeal,  GradedRun::kFull,    GradedRun::kIdealAndAncestors, GradedRun::kIdealAndDescendants,
      GradedRun::kLeaves, GradedRun::kArticles};
}

/// What follows the perfect elements is worth less than they are.
std::vector<ExpectedOrder> orders_of(const std::string& space) {
  if (space == "perfect") return {{"perfect", "ancestors", {}}};
  return graded_orders();
}

std::vector<RunCurves> charts_of(const Experiment& experiment) {
  std::vector<std::string> runs;
  for (const ScoredRun& run : experiment.scores.runs()) runs.push_back(run.name);
  std::vector<RunCurves> charts;
  for (std::size_t m = 0; m < experiment.curves.size(); ++m) {
    const std::vector<Curve>& curves = experiment.curves[m];
    if (curves.empty() || curves.front().x.empty()) continue;
    charts.push_back({experiment.scores.measures()[m].name, runs, curves});
  }
  return charts;
}

int run(ReliabilityOptions& options) {
  ExperimentOptions& experiment = options.experiment;
  const bool papers = experiment.measures.empty();
  const auto judged = parse_all(papers ? (options.space == "perfect" ? kPerfectMeasures : kGradedMeasures)
                                       : experiment.measures);
  if (!judged) return kUsage;
  // The overlap ratio of each run comes first.
  std::vector<MeasureName> measures =
      present(parse_all(std::vector<std::string>{"Overlap(against=earlier)"}));
  measures.insert(measures.end(), judged->begin(), judged->end());
  std::string why;
  const auto quantisation = quantisation_for(options.quantisation, why);
  if (!quantisation) {
    say(fmt::format("--quant {}: {}", options.quantisation, why));
    return kUsage;
  }

  if (experiment.folder.asked() && !may_write(experiment.folder)) return kUsage;
  Inputs inputs;
  if (!open_experiment(experiment, inputs)) return kBadInput;
  const auto orders = orders_for(experiment, orders_of(options.space));
  if (!orders) return kBadInput;
  const Collection* const collection = inputs.collection_or_null();
  Diagnostics diagnostics;
  EvaluationOptions& asked = options.asked;
  asked.measures = measures;
  asked.order = RankOrder::kFile;
  asked.recall_bases = true;
  asked.scores_every_run = true;
  asked.curves = options.curves || experiment.folder.asked();
  auto evaluation = Evaluation::make(inputs.judgements, collection, asked, diagnostics);
  if (!evaluation || evaluation->graded() == nullptr) {
    if (evaluation) diagnostics.merge(evaluation->lacking());
    print(diagnostics);
    return kBadInput;
  }
  std::vector<Run> runs;
  for (const GradedRun simulated : runs_of(options.space))
    runs.push_back(simulate(simulated, *evaluation->graded(), *quantisation));
  const std::size_t made = runs.size();
  for (Run& given : inputs.runs) runs.push_back(std::move(given));

  auto scores = run_experiment(*evaluation, runs, diagnostics);
  print(diagnostics);
  if (!scores || !diagnostics.ok()) return kBadInput;
  if (const int exit = check_given_runs(*scores, made); exit != kFine) return exit;
  FidelityReport report;
  report.ranks = true;
  if (asked.curves) report.charts = charts_of(*scores);
  report.prints_charts = options.curves;
  report.experiment = std::move(*scores);
  return judge_and_print(report, *orders, *judged, experiment,
                         "Reliability: do measures rank better runs ahead of worse?");
}

}  // namespace

void add_reliability_command(CLI::App& app, int& exit) {
  auto* command = app.add_subcommand(
      "reliability", "Test whether measures of graded elements rank better runs ahead of worse");
  auto options = std::make_shared<ReliabilityOptions>();
  add_paper(*command);
  add_experiment_options(*command, options->experiment);
  add_grades(*command, options->asked);
  add_space(*command, options->space, {"graded", "perfect"});
  add_quantisation(*command, options->quantisation);
  command->add_flag("--curves", options->curves, "The curve behind each measure too, for every run");
  command->footer(
      "The experiment of Kazai et al. (2005) on your assessments: the ideal run (irb) must not be beaten\n"
      "by the full recall base (frb), by ideal elements with ancestors (ia) or descendants (id), by leaves\n"
      "(lo) or articles (ao). Ranks stand in brackets. " +
      exit_sentence({{kFine, "fine (whatever the verdict)"},
                     {kUsage},
                     {kBadInput},
                     {kNothingInCommon, "a run without a judged topic"}}) +
      "\n\n"
      "Examples:\n"
      "  fovea reliability --collection ieee.fovea -m 'inex2002(quant=sog)' -m 'AnXCG(depth=base)' "
      "assessments/\n"
      "  fovea reliability --paper kazai2005 --collection ieee.fovea assessments/\n"
      "  fovea reliability --space perfect --curves -o json --collection ieee.fovea assessments/");
  command->callback([&exit, options, command] {
    set_paper_options(*command);
    exit = run(*options);
  });
}

}  // namespace fovea::cli
