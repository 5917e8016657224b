// The options of `fovea eval`, as given.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/judgement_arguments.h"
#include "cli/shared_options.h"
#include "evaluate/evaluation_options.h"
#include "runs/run_format.h"

namespace fovea::cli {

struct EvalOptions {
  std::string judgements;
  std::vector<std::string> runs;
  std::vector<std::string> measures;
  std::string score;
  /// What the library is asked for, but for what must be parsed first: measures, score.
  EvaluationOptions asked;

  std::string output;  ///< empty: table on a terminal with several runs, else text
  bool intervals = false;
  std::string curve;
  FolderOptions folder;  ///< for the curves as figures
  std::string by;
  std::vector<std::string> topic_files;
  std::vector<std::string> questionnaires;
  std::vector<std::string> rank_by;
  std::size_t top = 0;  ///< 0: not given
  std::string decimals;
  bool per_topic = false;
  bool no_summary = false;
  bool quiet = false;

  bool complete = false;
  std::string z_scores;
  std::string collection;
  std::string chunking;
  JudgementArguments judgement_arguments;
  const RunFormat* run_format = nullptr;

  std::vector<std::string> explain;
  int threads = 0;
};

/// Adds them all to a command, each with a line of help, and the examples.
void add_eval_options(CLI::App& command, EvalOptions& options);

/// What cannot be asked for at the same time; empty when all is well.
std::string find_contradiction(const EvalOptions& options);

/// What they ask the library for. Nothing, with messages printed, when a measure or a score is wrong.
std::optional<EvaluationOptions> evaluation_options(const EvalOptions& options);

}  // namespace fovea::cli
