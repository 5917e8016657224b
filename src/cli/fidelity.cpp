// `fovea fidelity`: does a measure order the runs of the S-R space as it should?
#include <fmt/format.h>

#include <memory>

#include "cli/command.h"
#include "cli/console.h"
#include "cli/experiment_options.h"
#include "measures/measure_name.h"
#include "simulate/highlight_runs.h"

namespace fovea::cli {

namespace {

/// The columns of Table 1 of Pehcevski & Thom 2007, whose article score is F with beta 1.
const std::vector<std::string> kTableMeasures{"gP(beta=1)@1,2,10",  "gR@1,2,10",           "AgP(beta=1)",
                                              "gR(by=size)@1,2,10", "AgP(by=size,beta=1)", "AP"};
/// The measures of their Table 2, and MAP.
const std::vector<std::string> kJudgedMeasures{"AgP(beta=1)", "AgP(by=size,beta=1)", "AP"};
/// Their Figure 4.
const std::vector<std::string> kCurveMeasures{"igP(beta=1)@0,0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1"};

/// The curve of the runs with ranking R, one for each answer set.
CurveChart curve_of(const Experiment& experiment) {
  CurveChart chart{"igP(beta=1)", {}, {}};
  const std::size_t steps = experiment.scores.measures().size() - 1;
  for (std::size_t run = 0; run < experiment.scores.runs().size(); ++run) {
    const std::string& name = experiment.scores.runs()[run].name;
    if (!name.ends_with("_R")) continue;
    Curve curve{"gR", "igP", {}, {}};
    for (std::size_t point = 0; point <= steps; ++point) {
      curve.x.push_back(static_cast<double>(point) / static_cast<double>(steps));
      curve.y.push_back(experiment.mean(point, run));
    }
    chart.runs.push_back(name);
    chart.curves.push_back(std::move(curve));
  }
  return chart;
}

int run(ExperimentOptions& options) {
  const bool papers = options.measures.empty();
  const auto measures = parse_all(papers ? kTableMeasures : options.measures);
  const auto judged = parse_all(papers ? kJudgedMeasures : options.measures);
  const auto points = parse_all(kCurveMeasures);
  if (!measures || !judged || !points) return kUsage;
  Inputs inputs;
  if (!open_experiment(options, inputs) || !has_highlights(inputs, options.inputs)) return kBadInput;
  const Collection* const collection = inputs.collection_or_null();
  const auto orders = orders_for(options, highlight_orders(collection != nullptr));
  if (!orders) return kBadInput;
  if (collection == nullptr) {
    say("without --collection only the runs of passages and whole documents (S, SLD) can be made");
  }

  Diagnostics diagnostics;
  std::vector<Run> runs = simulate_space(*inputs.judgements, collection, diagnostics);
  const std::size_t made = runs.size();
  for (Run& given : inputs.runs) runs.push_back(std::move(given));
  const auto experiment = [&](const std::vector<MeasureName>& by, std::span<const Run> with) {
    auto evaluation = Evaluation::make(*inputs.judgements, collection, {.measures = by}, diagnostics);
    return evaluation ? run_experiment(*evaluation, with, diagnostics) : std::nullopt;
  };
  auto scores = experiment(*measures, runs);
  std::optional<Experiment> curve;
  if (scores && papers) {
    curve = experiment(*points, std::span(runs).first(made));
  }
  print(diagnostics);
  if (!scores || !diagnostics.ok()) return kBadInput;
  if (const int exit = check_given_runs(*scores, made); exit != kFine) return exit;

  FidelityReport report;
  report.experiment = std::move(*scores);
  if (curve) report.charts.push_back(curve_of(*curve));
  return judge_and_print(report, *orders, *judged, options);
}

}  // namespace

void add_fidelity_command(CLI::App& app, int& exit) {
  auto* command = app.add_subcommand("fidelity", "Test whether measures order simulated runs as they should");
  auto options = std::make_shared<ExperimentOptions>();
  add_experiment_options(*command, *options);
  command->footer(
      "The experiment of Pehcevski & Thom (2007) on your judgements: runs that return highlighted\n"
      "passages, larger or smaller elements or whole documents, in good and in spoilt rankings, are\n"
      "scored; every order that ought to hold is checked topic by topic; the verdict names what each\n"
      "measure breaks. Without -m: the measures of the paper, and the curve of its Figure 4. Exit codes:\n"
      "0 fine (whatever the verdict), 1 usage, 2 bad input, 4 a run without a judged topic.\n\n"
      "Examples:\n"
      "  fovea fidelity --collection wiki.fovea inex2010.qrels\n"
      "  fovea fidelity -m AgP -m 'AgP(by=size)' -m AP inex2010.qrels\n"
      "  fovea fidelity --orders my.orders -m 'AgP(t2i=300)' inex2010.qrels mine.run theirs.run");
  command->callback([&exit, options] { exit = run(*options); });
}

}  // namespace fovea::cli
