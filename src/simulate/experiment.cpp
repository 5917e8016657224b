#include "simulate/experiment.h"

#include <fmt/format.h>

#include <iterator>
#include <utility>

#include "evaluate/curve_rows.h"
#include "measures/measure_name.h"
#include "runs/run_format.h"
#include "simulate/highlight_runs.h"
#include "simulate/simulated_run.h"
#include "stats/sample.h"

namespace fovea {

Run simulate(GradedRun run, const GradedJudgements& judgements, const Quantisation& quantisation) {
  SimulatedRunBuilder out(std::string(name_of(run)), run_formats::kElement);
  for (const auto& [topic, base] : judgements.topics()) {
    const std::vector<SimulatedElement> elements = simulate_graded(run, base, quantisation);
    if (elements.empty()) continue;
    out.open_topic(topic);
    for (const SimulatedElement& element : elements) {
      Result result;
      result.doc = base.documents()[base[element.node].document].id;
      result.path = base[element.node].path;
      result.kind = ResultKind::kElement;
      result.rank = element.rank;
      out.add(result);
    }
  }
  return std::move(out).build();
}

double Experiment::mean(std::size_t measure, std::size_t run) const {
  return stats::mean(scores.values(run, measure));
}

std::optional<Experiment> run_experiment(Evaluation& evaluation, std::span<const Run> runs,
                                         Diagnostics& diagnostics) {
  EvaluationOutcome outcome = evaluation.evaluate(runs);
  diagnostics.merge(std::move(outcome.reason));
  if (!outcome.ok()) return std::nullopt;
  Experiment result;
  result.scores = std::move(outcome.scores);
  result.curves.resize(result.scores.measures().size());
  for (RunOutcome& run : outcome.runs) {
    diagnostics.merge(std::move(run.opening));
    if (run.kind != RunOutcomeKind::kNothingInCommon) diagnostics.merge(std::move(run.diagnostics));
    if (run.kind == RunOutcomeKind::kBadInput) return std::nullopt;
    result.answered.push_back(run.counts.answered);
    for (std::size_t m = 0; evaluation.options().curves && m < result.curves.size(); ++m) {
      result.curves[m].push_back(mean_curve(run.curves, m));
    }
  }
  return result;
}

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
    auto evaluation =
        Evaluation::make(judgements, collection, {.measures = by, .scores_every_run = true}, diagnostics);
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
