// Recall points, and when one is reached.
//
// A curve is read at recall 0.01, 0.02, …, 1.00. Recall here is a sum of fractions of elements, which double
// arithmetic may leave a hair short of the point it reaches exactly (0.1 + 0.2 < 0.3). Sums within a few ulps
// of the point count as having reached it: the difference between two true values of a collection is a
// quotient of element sizes, and larger by many orders of magnitude.
#pragma once

namespace fovea {

inline constexpr int kRecallPoints = 100;

/// Whether the sum `have` reaches `wanted`, both not negative.
constexpr bool reaches(double have, double wanted) {
  constexpr double kRoundOff = 1e-11;
  return have >= wanted * (1 - kRoundOff);
}

/// The mean of a function at 0.01, 0.02, …, 1.00.
template <typename Function>
double mean_over_recall(Function&& value_at) {
  double sum = 0;
  for (int point = 1; point <= kRecallPoints; ++point)
    sum += value_at(static_cast<double>(point) / kRecallPoints);
  return sum / kRecallPoints;
}

}  // namespace fovea
