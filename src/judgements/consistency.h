// The rules that INEX 2004 set for two-dimensional grades, and that its assessment tool enforced:
//
// 1. Exhaustivity is 0 exactly when specificity is 0. (Elements too small to be graded are exempt.)
// 2. An element is at least as exhaustive as any element inside it.
// 3. An element all of whose children are graded 0 is graded 0 itself.
//
// Only assessed elements are compared: rule 2 with the nearest assessed element around, rule 3 with the
// assessed children, since a file does not say what other children there are.
#pragma once

#include "files/diagnostics.h"
#include "judgements/judgements.h"

namespace fovea {

/// Reports every break of a rule as a warning at the element it is about: codes "grades-disagree" (1),
/// "parent-less-exhaustive" (2), "parent-of-zeros" (3).
void check_grade_consistency(const Judgements& judgements, Diagnostics& diagnostics);

}  // namespace fovea
