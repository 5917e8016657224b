// What `fovea fidelity` and `fovea reliability` share: their inputs, their options, their output.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/inputs.h"
#include "cli/shared_options.h"
#include "measures/measure.h"
#include "report/tables/fidelity_report.h"
#include "simulate/expected_orders.h"

namespace fovea::cli {

struct ExperimentOptions {
  InputNames inputs;
  std::vector<std::string> measures;
  std::string orders;
  std::string (*output)(const FidelityReport&) = to_text;
  FolderOptions folder;
  double alpha = 0.05;
  int decimals = 4;
};

void add_experiment_options(CLI::App& command, ExperimentOptions& options);

/// The user's own orders, or `known` when no file was given. Nothing, with messages printed, when the
/// file is wrong.
std::optional<std::vector<ExpectedOrder>> orders_for(const ExperimentOptions& options,
                                                     std::vector<ExpectedOrder> known);

/// Opens judgements, runs and collection; false, with messages printed, when something cannot be used or
/// there are too few topics to test on.
bool open_experiment(ExperimentOptions& options, Inputs& inputs);

/// Parses measures; nothing, with messages printed, when one is wrong.
std::optional<std::vector<MeasureName>> parse_all(std::span<const std::string> expressions);

/// Looks at the runs that were given, which follow the `made` simulated ones: topics they lack are named, and
/// score 0; a run without a judged topic is refused. An exit code.
int check_given_runs(const Experiment& experiment, std::size_t made);

/// Checks the orders' names, holds `verdict_measures` against them, prints the report, and writes the folder that was asked for,
/// whose page has this title. An exit code.
int judge_and_print(FidelityReport& report, std::span<const ExpectedOrder> orders,
                    std::span<const MeasureName> verdict_measures, const ExperimentOptions& options,
                    std::string title);

}  // namespace fovea::cli
