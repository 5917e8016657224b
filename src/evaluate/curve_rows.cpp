#include "evaluate/curve_rows.h"

#include <fmt/format.h>

#include <iterator>

#include "files/csv.h"

namespace fovea {
namespace {

void append(std::string& out, std::string_view run, std::string_view measure, std::string_view topic,
            const Curve& curve) {
  const std::string front =
      fmt::format("{},{},{},{},", csv_field(run), csv_field(measure), csv_field(topic), curve.x_axis);
  for (std::size_t i = 0; i < curve.x.size(); ++i) {
    fmt::format_to(std::back_inserter(out), "{}{},{},{}\n", front, curve.x[i], curve.y_axis, curve.y[i]);
  }
}

}  // namespace

std::string curve_header() {
  return "run,measure,topic,x_axis,x,y_axis,y\n";
}

Curve mean_curve(const RunEvaluation& evaluation, std::size_t measure) {
  Curve mean;
  std::size_t counted = 0;
  for (const std::vector<Curve>& curves : evaluation.curves) {
    if (curves.empty()) continue;
    ++counted;
    const Curve& curve = curves[measure];
    if (mean.x.empty())
      mean = {curve.x_axis, curve.y_axis, curve.x, std::vector<double>(curve.x.size(), 0.0)};
    for (std::size_t i = 0; i < curve.y.size(); ++i) mean.y[i] += curve.y[i];
  }
  for (double& y : mean.y) y /= static_cast<double>(counted);
  return mean;
}

void append_curve_rows(std::string& out, const RunEvaluation& evaluation) {
  const std::span<const ScoredMeasure> measures = evaluation.scores.measures();
  const std::string& run = evaluation.scores.runs().front().name;
  for (std::size_t topic = 0; topic < evaluation.curves.size(); ++topic) {
    for (std::size_t m = 0; m < evaluation.curves[topic].size(); ++m) {
      append(out, run, measures[m].name, evaluation.scores.topics()[topic], evaluation.curves[topic][m]);
    }
  }
  for (std::size_t m = 0; m < measures.size(); ++m) {
    append(out, run, measures[m].name, "all", mean_curve(evaluation, m));
  }
}

}  // namespace fovea
