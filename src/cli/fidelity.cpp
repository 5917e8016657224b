// `fovea fidelity`: does a measure order the runs of the S-R space as it should?

#include <memory>

#include "cli/command.h"
#include "cli/console.h"
#include "cli/experiment_options.h"
#include "simulate/experiment.h"

namespace fovea::cli {

namespace {

/// The columns of Table 1 of Pehcevski & Thom 2007, whose article score is F with beta 1.
const std::vector<std::string> kTableMeasures{"gP(beta=1)@1,2,10",  "gR@1,2,10",           "AgP(beta=1)",
                                              "gR(by=size)@1,2,10", "AgP(by=size,beta=1)", "AP"};
/// The measures of their Table 2, and MAP.
const std::vector<std::string> kJudgedMeasures{"AgP(beta=1)", "AgP(by=size,beta=1)", "AP"};
/// Their Figure 4.
constexpr std::string_view kCurve = "igP(beta=1)";

int run(ExperimentOptions& options) {
  const bool papers = options.measures.empty();
  const auto measures = parse_all(papers ? kTableMeasures : options.measures);
  const auto judged = papers ? parse_all(kJudgedMeasures) : measures;
  if (!measures || !judged) return kUsage;
  Inputs inputs;
  if (!open_experiment(options, inputs) || !has_highlights(inputs, options.inputs)) return kBadInput;
  const Collection* const collection = inputs.collection_or_null();
  const auto orders = orders_for(options, highlight_orders(collection != nullptr));
  if (!orders) return kBadInput;
  if (collection == nullptr) {
    say("without --collection only the runs of passages and whole documents (S, SLD) can be made");
  }

  Diagnostics diagnostics;
  auto tried = run_space_experiment(inputs.judgements, collection, *measures, papers ? kCurve : "",
                                    std::move(inputs.runs), diagnostics);
  print(diagnostics);
  if (!tried || !diagnostics.ok()) return kBadInput;
  if (const int exit = check_given_runs(tried->experiment, tried->simulated); exit != kFine) return exit;

  FidelityReport report;
  report.experiment = std::move(tried->experiment);
  if (tried->curves) report.charts.push_back(std::move(*tried->curves));
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
      "measure breaks. Without -m: the measures of the paper, and the curve of its Figure 4. Exit codes:\n" +
      exit_codes({{kFine, "fine (whatever the verdict)"},
                  {kUsage},
                  {kBadInput},
                  {kNothingInCommon, "a run without a judged topic"}}) +
      ".\n\n"
      "Examples:\n"
      "  fovea fidelity --collection wiki.fovea inex2010.qrels\n"
      "  fovea fidelity -m AgP -m 'AgP(by=size)' -m AP inex2010.qrels\n"
      "  fovea fidelity --orders my.orders -m 'AgP(t2i=300)' inex2010.qrels mine.run theirs.run");
  command->callback([&exit, options] { exit = run(*options); });
}

}  // namespace fovea::cli
