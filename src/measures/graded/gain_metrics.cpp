#include "measures/graded/gain_metrics.h"

#include <algorithm>

#include "measures/graded/recall_points.h"

namespace fovea {
namespace {

/// The first rank at which a cumulated list, which begins with 0 at rank 0, reaches `wanted`; 0 if none does.
std::size_t rank_reaching(const std::vector<double>& cumulated, double wanted) {
  const auto found = std::partition_point(cumulated.begin() + 1, cumulated.end(),
                                          [&](double sum) { return !reaches(sum, wanted); });
  return found == cumulated.end() ? 0 : static_cast<std::size_t>(found - cumulated.begin());
}

}  // namespace

double normalised_gain(const GradedView::Gains& gains, const IdealBase& ideal, std::size_t k) {
  const double best = ideal.gain_at(k);
  return best > 0 ? gains.at(k) / best : 0;
}

std::size_t gain_point(std::size_t point, std::size_t points, std::size_t depth) {
  return (point * depth + points - 1) / points;
}

double mean_normalised_gain(const GradedView::Gains& gains, const IdealBase& ideal, std::size_t points,
                            std::size_t depth) {
  double sum = 0;
  for (std::size_t point = 1; point <= points; ++point) {
    sum += normalised_gain(gains, ideal, gain_point(point, points, depth));
  }
  return sum / static_cast<double>(points);
}

double mean_normalised_gain_to(const GradedView::Gains& gains, const IdealBase& ideal, std::size_t k) {
  // Beyond the end of both lists the value stays what it is.
  const std::size_t last = std::max(gains.cumulated.size() - 1, ideal.elements.size());
  double sum = 0;
  for (std::size_t rank = 1; rank <= std::min(k, last); ++rank) sum += normalised_gain(gains, ideal, rank);
  if (k > last) sum += static_cast<double>(k - last) * normalised_gain(gains, ideal, k);
  return sum / static_cast<double>(k);
}

double effort_precision(const GradedView::Gains& gains, const IdealBase& ideal, double x) {
  const double wanted = x * ideal.total();
  if (wanted == 0) return 0;
  const std::size_t rank = rank_reaching(gains.cumulated, wanted);
  if (rank == 0) return 0;
  return static_cast<double>(rank_reaching(ideal.cumulated, wanted)) / static_cast<double>(rank);
}

}  // namespace fovea
