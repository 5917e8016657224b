#include "simulate/experiment.h"

#include "runs/run_format.h"
#include "runs/run_names.h"
#include "simulate/simulated_run.h"
#include "stats/sample.h"

namespace fovea {

namespace {

/// The mean curve of measure `m`, whose points are at the same places for every topic.
MeanCurve mean_curve(const RunEvaluation& evaluation, std::size_t m) {
  MeanCurve mean;
  for (const std::vector<Curve>& topic : evaluation.curves) {
    const Curve& curve = topic[m];
    if (mean.x.empty())
      mean = {std::string(curve.x_axis), std::string(curve.y_axis), curve.x,
              std::vector<double>(curve.x.size())};
    for (std::size_t i = 0; i < mean.y.size() && i < curve.y.size(); ++i) {
      mean.y[i] += curve.y[i] / static_cast<double>(evaluation.curves.size());
    }
  }
  return mean;
}

}  // namespace

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

std::optional<Experiment> run_experiment(const Judgements& judgements, std::span<const Run> runs,
                                         std::span<const MeasureName> measures,
                                         const EvaluationOptions& options, Diagnostics& diagnostics) {
  const MeasureList list(measures);
  const Evaluator evaluator(judgements, list, options);
  if (!evaluator.check_needs(diagnostics)) return std::nullopt;
  Experiment result;
  Diagnostics repeated;
  const std::vector<std::string> names = names_of(runs, repeated);
  const bool distinct = repeated.ok();
  diagnostics.merge(std::move(repeated));
  if (!distinct) return std::nullopt;
  result.curves.resize(list.columns().size());
  for (std::size_t i = 0; i < runs.size(); ++i) {
    RunEvaluation evaluation = evaluator.evaluate(runs[i]);
    const bool good = evaluation.diagnostics.ok();
    diagnostics.merge(std::move(evaluation.diagnostics));
    if (!good) return std::nullopt;
    result.answered.push_back(evaluation.answered);
    for (std::size_t m = 0; options.curves && m < result.curves.size(); ++m) {
      result.curves[m].push_back(mean_curve(evaluation, m));
    }
    evaluation.scores.rename(0, {names[i], runs[i].file()});
    i == 0 ? void(result.scores = std::move(evaluation.scores)) : result.scores.append(evaluation.scores);
  }
  return result;
}

}  // namespace fovea
