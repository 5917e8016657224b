// Correlation of two lists of numbers, and the line through them: how alike two measures, or two sets of judgements, order the runs.
//
// All p-values are two-tailed, for the hypothesis that the lists are independent. A list that is constant has
// no correlation with anything: Impossible.
#pragma once

#include <optional>
#include <span>

#include "stats/computed.h"

namespace fovea::stats {

struct Correlation {
  double value = 0;
  /// Absent where no distribution is known (tau_ap with ties, fewer than three numbers).
  std::optional<double> p;
};

/// Pearson's r. p from t = r·√((n − 2)/(1 − r²)) with n − 2 degrees of freedom.
Computed<Correlation> pearson(std::span<const double> x, std::span<const double> y);

/// Spearman's rho: Pearson's r of the midranks. p is the share of all orders that give as large a rho, in
/// either direction, up to nine numbers (R's cor.test does the same without ties), and as Pearson's above (as
/// SciPy's spearmanr does).
Computed<Correlation> spearman(std::span<const double> x, std::span<const double> y);

/// Kendall's tau-b: (concordant − discordant pairs) / √(pairs not tied in x · pairs not tied in y). p from
/// the exact distribution below 50 numbers without ties, otherwise normal with the variance corrected for
/// ties (Kendall, "Rank Correlation Methods", 1970; R's cor.test does the same).
Computed<Correlation> kendall_tau_b(std::span<const double> x, std::span<const double> y);

/// tau_ap (Yilmaz, Aslam & Robertson, SIGIR 2008), which weighs exchanges at the top more: with the items in
/// descending order of `estimate` and C(i) the number of items above rank i that `truth` puts above it too,
///
///     tau_ap = 2/(n − 1) · Σ_{i=2..n} C(i)/(i − 1) − 1.
///
/// Not symmetric. With ties, what stands above an item is what `estimate` puts strictly above it, a pair that
/// `truth` ties counts one half in C, and items with nothing above them do not count (after tau_ap,b of
/// Urbano & Marrero, ICTIR 2017), so that a list agrees perfectly with itself. Without ties, the C(i) of
/// independent orders are independent and uniform on 0 … i − 1, hence Var(tau_ap) = Σ (i + 1)/(i − 1) / (3·(n
/// − 1)²), and p is normal with that variance.
Computed<Correlation> tau_ap(std::span<const double> truth, std::span<const double> estimate);

/// The line of least squares through a scatter plot, y = intercept + slope·x. The p-value (two-tailed, n − 2 degrees of freedom) is that of Pearson's r.
struct Line {
  double intercept = 0;
  double slope = 0;
  double intercept_error = 0;  ///< standard errors; 0 with two points
  double slope_error = 0;
  double r_squared = 0;
};

/// Impossible with fewer than two points, or when all x are equal.
Computed<Line> linear_regression(std::span<const double> x, std::span<const double> y);

}  // namespace fovea::stats
