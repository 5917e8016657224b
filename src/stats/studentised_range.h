// The distribution of the studentised range: the range of k standard normal numbers, divided by an
// independent estimate of their standard deviation with `freedom` degrees of freedom.
//
//     P(Q ≤ q) = ∫ f(s) · W(q·s) ds          f the density of √(χ²/freedom),
//     W(w) = k ∫ φ(z) · [Φ(z) − Φ(z − w)]^(k−1) dz      the distribution of the range,
//
// (Pearson & Hartley, Biometrika 32, 1942; the same integrals as Copenhaver & Holland, J. Stat. Comput.
// Simul. 30, 1988, behind R's ptukey). The inner one is a Gauss–Legendre sum whose Φ(z) are kept, the outer
// one adaptive Gauss–Kronrod. Absolute error below 1e-10.
#pragma once

#include <cstddef>
#include <vector>

namespace fovea::stats {

class StudentisedRange {
 public:
  /// `groups` at least 2, `freedom` at least 1.
  StudentisedRange(std::size_t groups, double freedom);

  /// P(Q > q).
  double upper_tail(double q) const;

 private:
  /// P(range of the k normal numbers > w).
  double range_upper_tail(double w) const;

  struct Node {
    double z;
    /// Weight · φ(z).
    double weight;
    /// Φ(z).
    double below;
  };

  double groups_;
  double freedom_;
  std::vector<Node> nodes_;
};

}  // namespace fovea::stats
