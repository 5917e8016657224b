// Whether the usual measures of a track order runs of known worth as they should on its judgements.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "collection/collection.h"
#include "files/diagnostics.h"
#include "judgements/judgements.h"
#include "simulate/experiment.h"
#include "simulate/fidelity.h"

namespace fovea {

struct MeasureFidelity {
  std::vector<MeasureVerdict> verdicts;
  /// Figure 4 of Pehcevski & Thom 2007, with the article score of the first measure.
  RunCurves curves;

  /// Fewer topics order nothing: a single one can turn every mean round.
  static constexpr std::size_t kFewestTopics = 10;
};

/// Relevant in context as INEX 2010 measured it, the size-weighted mean that was proposed instead, and MAP. `alpha` is the level of the
/// tests. Nothing, and the reason, where the runs cannot be made or scored.
std::optional<MeasureFidelity> test_measures(const Judgements& judgements, const Collection* collection,
                                             double alpha, Diagnostics& diagnostics);

}  // namespace fovea
