// Cumulated gain (XCG): what each result adds to what the user has seen.
//
// Kazai, Lalmas & de Vries 2005, section 2.3. The gain of a result c with quantised value f(c) is
//
//   not seen before                                f(c)
//   fully seen: c or an ancestor was retrieved     (1-alpha) * f(c)
//   partly seen: a descendant was retrieved        alpha * sum of gain(child)*|child| / |c|  +  (1-alpha) *
//   f(c)
//
// the sum being over the relevant children of c, each child's gain by the same three rules. Then the
// normalisation: the results at or below an ideal element together never gain more than its value; a gain is
// cut where it would pass it. Results above ideal elements are not cut.
//
// Where the paper is silent: any retrieved descendant makes an element partly seen, relevant or not, and an
// element without text has nothing left to gain once a descendant was seen.
//
// Every node is looked at once however often its ancestors are retrieved: when an ancestor has been
// retrieved, later walks stop there. The cost is linear in the results and the recall base.
#pragma once

#include <span>

#include "measures/graded/graded_view.h"

namespace fovea {

GradedView::Gains cumulate_gains(const RecallBase& base, std::span<const GradedResult> results,
                                 const Quantisation& quantisation, const IdealBase& ideal, double alpha);

}  // namespace fovea
