// What `fovea fidelity` and `fovea reliability` share: their inputs, their options, their output.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "collection/collection.h"
#include "judgements/judgements.h"
#include "measures/measure.h"
#include "report/fidelity_report.h"
#include "simulate/expected_orders.h"

namespace fovea::cli {

struct ExperimentOptions {
  std::string judgements;
  std::vector<std::string> runs;
  std::string collection;
  std::vector<std::string> measures;
  std::string orders;
  std::string output = "text";
  double alpha = 0.05;
  int decimals = 4;
};

void add_experiment_options(CLI::App& command, ExperimentOptions& options);

struct ExperimentInputs {
  std::optional<Collection> collection;
  std::optional<Judgements> judgements;
  std::vector<Run> runs;  ///< those the user gave
  /// The user's own; nothing when no file was given.
  std::optional<std::vector<ExpectedOrder>> orders;
};

/// Opens everything and prints what is wrong; an exit code, kFine when all can be used.
int open_inputs(const ExperimentOptions& options, ExperimentInputs& inputs);

/// Parses measures; nothing, with messages printed, when one is wrong.
std::optional<std::vector<MeasureName>> parse_all(std::span<const std::string> expressions);

/// Checks the orders' names, holds `verdict_measures` against them, and prints the report. An exit code.
int judge_and_print(FidelityReport& report, std::span<const ExpectedOrder> orders,
                    std::span<const MeasureName> verdict_measures, const ExperimentOptions& options);

}  // namespace fovea::cli
