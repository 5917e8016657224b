// Experiments: runs made on the spot, or given, scored by some measures.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
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

/// Evaluates every run, on all judged topics; `evaluation` scores those that answer none too
/// (EvaluationOptions::scores_every_run). What is missing or wrong goes to `diagnostics`; nothing is returned after an
/// error.
std::optional<Experiment> run_experiment(Evaluation& evaluation, std::span<const Run> runs,
                                         Diagnostics& diagnostics);

/// The experiment of Pehcevski & Thom (2007): measures tried on the runs of the S-R space.
struct SpaceExperiment {
  Experiment experiment;
  std::size_t simulated = 0;  ///< so many runs, from the first, are those of the space; the others were given
  /// Their Figure 4: one curve for each answer set, its documents ranked by size. Nothing when it was not asked for.
  std::optional<RunCurves> curves;
};

/// Makes the runs of the space (simulate/highlight_runs.h) and scores them and the `given` ones by `measures`. `curve`
/// is an interpolated measure such as "igP(beta=1)", whose curves are wanted; or empty. What is missing or wrong goes to
/// `diagnostics`; nothing is returned when the measures cannot be computed.
std::optional<SpaceExperiment> run_space_experiment(const Judgements& judgements,
                                                    const Collection* collection,
                                                    const std::vector<MeasureName>& measures,
                                                    std::string_view curve, std::vector<Run> given,
                                                    Diagnostics& diagnostics);

}  // namespace fovea
