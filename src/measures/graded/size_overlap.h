// inex-2003: recall and precision that know how long elements are (s) and what was read before (o).
//
// Gövert et al. 2006, section 4.2. exh and spec are the quantised grades of an element c, |c| its characters,
// new its characters that no earlier result held. After each result:
//
//          recall                              precision
//   s      sum exh / sum exh of all            sum spec*|c| / sum |c|
//   o      sum exh*new/|c| / relU              sum spec*new / sum new
//
// relU is the most that can be retrieved without reading anything twice: for every document that of its root,
// for a leaf exh(c), otherwise the sum over the children of max(relU(child), exh(c)*|child|/|c|).
//
// Where the paper is silent: text that stands directly in an element is a leaf child with exh 0 of its own;
// precision at recall x is the largest at any recall of at least x, and 0 where x is not reached; an element
// without text brings nothing, and a relevant one without text is not part of relU, as nobody could reach it.
#pragma once

#include <cstdint>
#include <vector>

#include "measures/graded/graded_view.h"

namespace fovea {

/// Which of the two variants.
enum class Inex2003 : std::uint8_t {
  kSize,     ///< inex-2003s: size only
  kOverlap,  ///< inex-2003o: size and overlap
};

class SizeCurve {
 public:
  /// Every node of the recall base must have its size, every element of the run its characters.
  SizeCurve(const GradedView& view, Inex2003 variant, const OneDimension& quantisation);

  /// Interpolated precision at recall x.
  double at(double x) const;

 private:
  struct Point {
    double recall = 0;
    double precision = 0;  ///< the largest from here on
  };
  std::vector<Point> points_;
};

/// relU of a recall base: over all its documents.
double retrievable(const RecallBase& base, const OneDimension& quantisation);

}  // namespace fovea
