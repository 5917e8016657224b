// Curves of the graded measures, at the points they are averaged over.
#pragma once

#include <cstddef>

#include "measures/graded/recall_points.h"
#include "measures/measure.h"

namespace fovea {

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
