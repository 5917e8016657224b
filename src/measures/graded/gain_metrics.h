// The metrics of the XCG family, read off two cumulated lists: the run's gains and the ideal's.
//
//   XCG@k      the run's gain to rank k
//   nXCG@k     the same over the ideal's; a list shorter than k keeps its last sum
//   AnXCG      the mean of nXCG at 1/points, 2/points, … of depth, fractions of a rank rounded up
//   MAnXCG@k   the mean of nXCG[1] … nXCG[k]
//   ep@x       effort-precision: the rank at which the ideal reaches x of its total, over the rank at which the
//              run reaches that gain; 0 if it never does
//   MAep       the mean of ep at 0.01, 0.02, …, 1.00
//
// Kazai, Lalmas & de Vries 2005; Kazai & Lalmas 2006 for ep. All are 0 for a topic without ideal elements.
#pragma once

#include <cstddef>

#include "measures/graded/graded_view.h"

namespace fovea {

/// nXCG@k; k is at least 1.
double normalised_gain(const GradedView::Gains& gains, const IdealBase& ideal, std::size_t k);
/// AnXCG
double mean_normalised_gain(const GradedView::Gains& gains, const IdealBase& ideal, std::size_t points,
                            std::size_t depth);
/// The rank of one of AnXCG's points, from 1 to points.
std::size_t gain_point(std::size_t point, std::size_t points, std::size_t depth);
/// MAnXCG@k
double mean_normalised_gain_to(const GradedView::Gains& gains, const IdealBase& ideal, std::size_t k);
/// ep@x, for x above 0
double effort_precision(const GradedView::Gains& gains, const IdealBase& ideal, double x);

}  // namespace fovea
