// The options of `fovea compare`, as given.
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/inputs.h"
#include "cli/shared_options.h"
#include "scores/alignment.h"
#include "stats/comparison.h"

namespace fovea::cli {

enum class CompareOutput : std::uint8_t { kText, kCsv, kJson, kLatex, kMarkdown };

struct CompareOptions {
  std::vector<std::string> files;  ///< judgements, then runs
  std::vector<std::string> scores;
  std::vector<std::string> measures;
  std::vector<std::string> baselines;
  std::string order_by;
  std::size_t top = 0;  ///< 0: not given
  InputNames inputs;
  std::size_t depth = 0;

  std::vector<std::string> agree;
  std::vector<std::size_t> agree_depths;
  std::vector<std::string> agree_judgements;
  std::vector<std::string> run_sets;  ///< NAME=FILE
  std::string plot;
  FolderOptions folder;

  stats::ComparisonPlan plan;
  std::optional<stats::IntervalKind> interval;
  std::optional<int> tails;
  std::optional<stats::Correction> correction;
  double power = 0.8;

  TopicChoice topics = TopicChoice::kCommon;
  CompareOutput output = CompareOutput::kText;
  int decimals = 4;
  bool quiet = false;
};

/// Adds them all to a command, each with a line of help, and the examples.
void add_compare_options(CLI::App& command, CompareOptions& options);

/// What cannot be asked for, alone or at the same time; empty when all is well.
std::string find_contradiction(const CompareOptions& options);

}  // namespace fovea::cli
