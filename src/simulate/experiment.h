// An experiment: runs made on the spot, or given, scored by some measures.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "evaluate/evaluation.h"
#include "files/diagnostics.h"
#include "measures/graded/graded_judgements.h"
#include "runs/run.h"
#include "scores/scores.h"
#include "simulate/graded_runs.h"

namespace fovea {

/// A graded run over all topics that have relevant elements.
Run simulate(GradedRun run, const GradedJudgements& judgements, const Quantisation& quantisation);

/// Curves of one measure, one for each run.
struct RunCurves {
  std::string measure;
  std::vector<std::string> runs;
  std::vector<Curve> curves;
};

struct Experiment {
  Scores scores;
  std::vector<std::size_t> answered;  ///< by run: judged topics it has results for
  /// curves[measure][run], averaged over the topics; empty for measures without a curve, and unless asked for.
  std::vector<std::vector<Curve>> curves;

  double mean(std::size_t measure, std::size_t run) const;
};

/// Evaluates every run, on all judged topics. Runs go by their names (runs/run_names.h).
/// What is missing or wrong goes to `diagnostics`; nothing is returned after an error.
std::optional<Experiment> run_experiment(Evaluation& evaluation, std::span<const Run> runs,
                                         Diagnostics& diagnostics);

}  // namespace fovea
