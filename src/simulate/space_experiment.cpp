#include "simulate/space_experiment.h"

#include <fmt/format.h>

#include <iterator>
#include <span>
#include <utility>

#include "measures/measure_name.h"
#include "simulate/highlight_runs.h"

namespace fovea {

namespace {

constexpr std::string_view kRecallPoints = "@0,0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1";

/// The curves of the runs with ranking R, from the means at each point of recall.
RunCurves curves_of(const Experiment& points, std::string_view measure) {
  RunCurves curves{std::string(measure), {}, {}};
  const std::size_t steps = points.scores.measures().size() - 1;
  for (std::size_t run = 0; run < points.scores.runs().size(); ++run) {
    const std::string& name = points.scores.runs()[run].name;
    if (!name.ends_with("_R")) continue;
    Curve curve{"gR", "igP", {}, {}};
    for (std::size_t point = 0; point <= steps; ++point) {
      curve.x.push_back(static_cast<double>(point) / static_cast<double>(steps));
      curve.y.push_back(points.mean(point, run));
    }
    curves.runs.push_back(name);
    curves.curves.push_back(std::move(curve));
  }
  return curves;
}

}  // namespace

std::optional<SpaceExperiment> run_space_experiment(const Judgements& judgements,
                                                    const Collection* collection,
                                                    const std::vector<MeasureName>& measures,
                                                    std::string_view curve, std::vector<Run> given,
                                                    Diagnostics& diagnostics) {
  SpaceExperiment result;
  std::vector<Run> runs = simulate_space(judgements, collection, diagnostics);
  result.simulated = runs.size();
  runs.insert(runs.end(), std::make_move_iterator(given.begin()), std::make_move_iterator(given.end()));
  const auto score = [&](const std::vector<MeasureName>& by, std::span<const Run> with) {
    auto evaluation = Evaluation::make(judgements, collection, {.measures = by}, diagnostics);
    return evaluation ? run_experiment(*evaluation, with, diagnostics) : std::nullopt;
  };
  auto scores = score(measures, runs);
  if (!scores) return std::nullopt;
  result.experiment = std::move(*scores);
  if (!curve.empty()) {
    const auto names = parse_measures(fmt::format("{}{}", curve, kRecallPoints), diagnostics);
    const auto points = names ? score(*names, std::span(runs).first(result.simulated)) : std::nullopt;
    if (points) result.curves = curves_of(*points, curve);
  }
  return result;
}

}  // namespace fovea
