#include "simulate/experiment.h"

#include <utility>

#include "evaluate/curve_rows.h"
#include "runs/run_format.h"
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
  diagnostics.merge(evaluation.lacking());
  auto evaluated = evaluate_runs(evaluation, runs, diagnostics);
  if (!evaluated) return std::nullopt;
  Experiment result;
  result.scores = std::move(evaluated->scores);
  result.curves.resize(result.scores.measures().size());
  for (RunEvaluation& run : evaluated->runs) {
    const bool good = run.diagnostics.ok();
    diagnostics.merge(std::move(run.diagnostics));
    if (!good) return std::nullopt;
    result.answered.push_back(run.answered);
    for (std::size_t m = 0; evaluation.options().curves && m < result.curves.size(); ++m) {
      result.curves[m].push_back(mean_curve(run, m));
    }
  }
  return result;
}

}  // namespace fovea
