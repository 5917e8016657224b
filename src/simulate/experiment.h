// An experiment: runs made on the spot, or given, scored by some measures.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "evaluate/evaluator.h"
#include "files/diagnostics.h"
#include "measures/graded/graded_judgements.h"
#include "measures/measure.h"
#include "runs/run.h"
#include "scores/scores.h"
#include "simulate/graded_runs.h"

namespace fovea {

/// A graded run over all topics that have relevant elements.
Run simulate(GradedRun run, const GradedJudgements& judgements, const Quantisation& quantisation);

/// The curve of a run under a measure, averaged over the topics.
struct MeanCurve {
  std::string x_axis, y_axis;
  std::vector<double> x, y;
};

struct Experiment {
  Scores scores;
  std::vector<std::size_t> answered;  ///< by run: judged topics it has results for
  /// curves[measure][run]; empty for measures without a curve, and unless asked for.
  std::vector<std::vector<MeanCurve>> curves;

  double mean(std::size_t measure, std::size_t run) const;
};

/// Scores every run by every measure, on all judged topics. Runs go by their tags, or by their files where
/// two share a tag. What is missing or wrong goes to `diagnostics`;
/// nothing is returned after an error.
std::optional<Experiment> run_experiment(const Judgements& judgements, std::span<const Run> runs,
                                         std::span<const MeasureName> measures,
                                         const EvaluationOptions& options, Diagnostics& diagnostics);

}  // namespace fovea
