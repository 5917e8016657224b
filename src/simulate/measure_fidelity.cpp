#include "simulate/measure_fidelity.h"

#include <string_view>
#include <utility>

#include "measures/measure_name.h"
#include "simulate/expected_orders.h"

namespace fovea {

namespace {

constexpr std::string_view kTestedMeasures = "AgP(t2i=300),AgP(by=size),AP";
constexpr std::string_view kTestedCurve = "igP(t2i=300)";

}  // namespace

std::optional<MeasureFidelity> test_measures(const Judgements& judgements, const Collection* collection,
                                             double alpha, Diagnostics& diagnostics) {
  const auto measures = parse_measures(kTestedMeasures, diagnostics);
  auto tried = run_space_experiment(judgements, collection, *measures, kTestedCurve, {}, diagnostics);
  if (!tried || !tried->curves) return std::nullopt;
  MeasureFidelity made{{}, *std::move(tried->curves)};
  const auto orders = highlight_orders(collection != nullptr);
  const Scores& scores = tried->experiment.scores;
  for (std::size_t m = 0; m < scores.measures().size(); ++m)
    made.verdicts.push_back(check_orders(scores, m, orders, alpha));
  return made;
}

}  // namespace fovea
