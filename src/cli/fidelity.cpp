// `fovea fidelity`: does a measure order the runs of the S-R space as it should?
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "cli/command.h"
#include "cli/console.h"
#include "cli/experiment_options.h"
#include "cli/papers.h"
#include "cli/report_parts.h"
#include "simulate/experiment.h"

namespace fovea::cli {

namespace {

/// The columns of Table 1 of Pehcevski & Thom 2007, whose article score is F with beta 1.
const std::vector<std::string> kTableMeasures{"gP(beta=1)@1,2,10",  "gR@1,2,10",           "AgP(beta=1)",
                                              "gR(by=size)@1,2,10", "AgP(by=size,beta=1)", "AP"};
/// The measures of their Table 2, and MAP.
const std::vector<std::string> kJudgedMeasures{"AgP(beta=1)", "AgP(by=size,beta=1)", "AP"};
/// Their Figure 4.
constexpr const char* kCurve = "igP(beta=1)";

struct FidelityOptions {
  ExperimentOptions experiment;
  std::vector<std::string> verdicts;  ///< of the measures; all of them where it is empty
  std::string curve;
};

/// What is asked for where no measure is named.
void set_defaults(FidelityOptions& options) {
  if (!options.experiment.measures.empty()) return;
  options.experiment.measures = kTableMeasures;
  if (options.verdicts.empty()) options.verdicts = kJudgedMeasures;
  if (options.curve.empty()) options.curve = kCurve;
}

/// Whether every measure that gets a verdict is computed; says which is not.
bool includes_all(std::span<const MeasureName> measures, std::span<const MeasureName> verdicts) {
  for (const MeasureName& verdict : verdicts) {
    if (std::ranges::any_of(measures, [name = to_string(verdict)](const MeasureName& measure) {
          return to_string(measure) == name;
        }))
      continue;
    say(fmt::format("found --verdict {}, expected one of the measures of -m", to_string(verdict)));
    return false;
  }
  return true;
}

int run(FidelityOptions& asked) {
  set_defaults(asked);
  ExperimentOptions& options = asked.experiment;
  const auto measures = parse_all(options.measures);
  const auto judged = asked.verdicts.empty() ? measures : parse_all(asked.verdicts);
  if (!measures || !judged || !includes_all(*measures, *judged)) return kUsage;
  if (options.folder.asked() && !may_write(options.folder)) return kUsage;
  Inputs inputs;
  if (!open_experiment(options, inputs) || !has_highlights(inputs, options.inputs)) return kBadInput;
  const Collection* const collection = inputs.collection_or_null();
  const auto orders = orders_for(options, highlight_orders(collection != nullptr));
  if (!orders) return kBadInput;
  if (collection == nullptr) {
    say("without --collection only the runs of passages and whole documents (S, SLD) can be made");
  }

  Diagnostics diagnostics;
  auto tried = run_space_experiment(inputs.judgements, collection, *measures, asked.curve,
                                    std::move(inputs.runs), diagnostics);
  print(diagnostics);
  if (!tried || !diagnostics.ok()) return kBadInput;
  if (const int exit = check_given_runs(tried->experiment, tried->simulated); exit != kFine) return exit;

  FidelityReport report;
  report.experiment = std::move(tried->experiment);
  if (tried->curves) report.charts.push_back(std::move(*tried->curves));
  return judge_and_print(report, *orders, *judged, options,
                         "Fidelity: do measures order simulated runs as they should?");
}

}  // namespace

void add_fidelity_command(CLI::App& app, int& exit) {
  auto* command = app.add_subcommand("fidelity", "Test whether measures order simulated runs as they should");
  auto options = std::make_shared<FidelityOptions>();
  add_paper(*command);
  add_experiment_options(*command, options->experiment);
  command
      ->add_option("--verdict", options->verdicts,
                   "Measures to hold against the expected orders, of those of -m; repeatable, lists allowed "
                   "(default: all)")
      ->type_name("MEASURE")
      ->allow_extra_args(false);
  command
      ->add_option("--space-curve", options->curve,
                   "Curve over generalised recall of the runs whose documents are ranked by size, such as "
                   "'igP(beta=1)'")
      ->type_name("MEASURE");
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
      "  fovea fidelity --paper pehcevski2007 --collection wiki.fovea inex2010.qrels\n"
      "  fovea fidelity -m AgP -m 'AgP(by=size)' -m AP inex2010.qrels\n"
      "  fovea fidelity --orders my.orders -m 'AgP(t2i=300)' inex2010.qrels mine.run theirs.run");
  command->callback([&exit, options, command] {
    set_paper_options(*command);
    exit = run(*options);
  });
}

}  // namespace fovea::cli
