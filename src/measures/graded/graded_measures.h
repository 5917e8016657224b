// What the files of the graded measures share: parameters, curves at the points they are averaged over, and the measures
// that read them.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "measures/function_measure.h"
#include "measures/graded/quantisation.h"
#include "measures/graded/recall_points.h"

namespace fovea {

inline constexpr std::string_view kQuantMeaning =
    "quantisation of a pair of grades: strict, gen, sog, or a file with lines 'e s value'";
inline constexpr std::string_view kAlphaMeaning =
    "how little is left of what was seen before: with 1 it is worth nothing";

/// `quant=`, or the default where it is not given.
inline std::optional<Quantisation> quantisation_of(const MeasureName& name, std::string_view default_name,
                                                   std::string& why) {
  const std::string_view given = name.parameter("quant");
  return quantisation_for(given.empty() ? default_name : given, why);
}

/// A function of recall at 0.01, 0.02, …, 1.00.
template <typename Function>
Curve recall_curve(Function&& value_at) {
  Curve curve{"recall", "precision", {}, {}};
  for (int point = 1; point <= kRecallPoints; ++point) {
    curve.x.push_back(static_cast<double>(point) / kRecallPoints);
    curve.y.push_back(value_at(curve.x.back()));
  }
  return curve;
}

/// The measure behind a curve that `curve_of` makes of a topic: its value at a recall point, or the mean over all.
template <typename CurveOf>
std::unique_ptr<Measure> recall_measure(CurveOf curve_of, std::optional<double> point) {
  return measure_of(
      [curve_of, point](TopicView& topic) {
        const auto curve = curve_of(topic);
        return point ? curve.at(*point) : mean_over_recall([&](double x) { return curve.at(x); });
      },
      [curve_of](TopicView& topic) {
        const auto curve = curve_of(topic);
        return recall_curve([&](double x) { return curve.at(x); });
      });
}

/// A function of the rank at 1, 2, …, last.
template <typename Function>
Curve rank_curve(std::size_t last, std::string_view y_axis, Function&& value_at) {
  Curve curve{"rank", y_axis, {}, {}};
  for (std::size_t rank = 1; rank <= last; ++rank) {
    curve.x.push_back(static_cast<double>(rank));
    curve.y.push_back(value_at(rank));
  }
  return curve;
}

}  // namespace fovea
