// The experiment of Pehcevski & Thom (2007): measures tried on the runs of the S-R space.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "simulate/experiment.h"

namespace fovea {

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
