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

Curve mean_curve(std::span<const TopicCurves> curves, std::size_t measure) {
  Curve mean;
  for (const TopicCurves& topic : curves) {
    const Curve& curve = topic.by_measure[measure];
    if (mean.x.empty()) {
      mean = {curve.x_axis, curve.y_axis, curve.x, std::vector<double>(curve.x.size(), 0.0),
              std::vector<double>(curve.ideal.size(), 0.0)};
    }
    for (std::size_t i = 0; i < curve.y.size(); ++i) mean.y[i] += curve.y[i];
    for (std::size_t i = 0; i < curve.ideal.size(); ++i) mean.ideal[i] += curve.ideal[i];
  }
  for (double& y : mean.y) y /= static_cast<double>(curves.size());
  for (double& y : mean.ideal) y /= static_cast<double>(curves.size());
  return mean;
}

void append_curve_rows(std::string& out, const RunOutcome& run, std::span<const ScoredMeasure> measures) {
  for (const TopicCurves& topic : run.curves) {
    for (std::size_t m = 0; m < measures.size(); ++m)
      append(out, run.name, measures[m].name, topic.topic, topic.by_measure[m]);
  }
  for (std::size_t m = 0; m < measures.size(); ++m)
    append(out, run.name, measures[m].name, "all", mean_curve(run.curves, m));
}

}  // namespace fovea
