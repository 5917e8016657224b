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
// The rest of the collection. The paper extrapolates the curve over what was not retrieved. Here the rest is one
// random stretch: its L characters follow the last result in random order, together they hold the recall still
// missing and S' specific characters. After y of them, the expected recall and precision are exactly
//
//   recall(y) = R + (1-R)*y/L          precision(y) = (S + S'*y/L) / (A + y)
//
// where R is the recall of the whole list, S and A its specific and all its characters: the mean of the first y of
// L values in random order is their overall mean. precision(y) only rises or only falls with y, so its largest
// value from a point on is at that point or at the end. What the rest holds follows the variant:
//
//          L                                            S'
//   s      characters of all elements not retrieved     sum spec*|c| of those in the recall base
//   o      characters of documents not retrieved        of each its specificity: that of the smallest relevant
//                                                       element around it
//
// Where the paper is silent: text that stands directly in an element is a leaf child with exh 0 of its own;
// precision at recall x is the largest at any recall of at least x, and 0 where x is not reached; an element
// without text brings nothing, and a relevant one without text is not part of relU, as nobody could reach it.
#pragma once

#include <cstdint>
#include <optional>
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
  /// Every node of the recall base must have its size, every element of the run its characters. With the size of
  /// the collection, the curve goes on over its rest.
  SizeCurve(const GradedView& view, Inex2003 variant, const OneDimension& quantisation,
            const std::optional<CollectionSize>& collection = {});

  /// Interpolated precision at recall x.
  double at(double x) const;

 private:
  struct Point {
    double recall = 0;
    double precision = 0;  ///< the largest from here on
  };
  /// The largest precision in the rest at recall x or more; 0 without a rest.
  double in_rest(double x) const;

  std::vector<Point> points_;
  // Of the whole list, and of the rest that follows it.
  double recall_ = 0;
  double specific_ = 0;
  double characters_ = 0;
  double rest_specific_ = 0;
  double rest_characters_ = 0;
};

/// relU of a recall base: over all its documents.
double retrievable(const RecallBase& base, const OneDimension& quantisation);

}  // namespace fovea
