// The rules of two-dimensional grades, what breaks them, and how that is mended. `fovea check` reports it for files; the
// assessment server refuses it, or warns.
//
// | code | rule | from |
// |---|---|---|
// | grades-disagree | exhaustivity is 0 exactly when specificity is 0; elements too small to be graded are exempt | Gövert et al., Table 1 |
// | parent-less-exhaustive | an element is at least as exhaustive as any element inside it | the same, 3.1; INEX 2004 |
// | parent-of-zeros | an element all of whose children are graded 0, and that has no text of its own, is graded 0 itself | INEX 2004 |
// | not-graded | what is around and inside a relevant element is graded too | the same, 5.3 |
// | outside-children | specificity lies between those of the children, exhaustivity is at most their sum; not with text of its own | the assessment tool of 2003 |
//
// Without the document only assessed elements are compared: with the nearest assessed element around, and with the assessed
// children, since a file does not say what other children there are, nor what text stands between them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "collection/collection.h"
#include "files/diagnostics.h"
#include "judgements/judgements.h"

namespace fovea {

/// A break of a rule.
struct GradeBreach {
  std::string_view code;
  std::string_view rule;                  ///< in words
  const ElementGrade* element = nullptr;  ///< that it is about; one of those given
  std::string message;                    ///< names the elements, with their grades
  std::string cure;                       ///< what to do about it
};

/// Which rules are asked for.
enum class GradeRules : std::uint8_t {
  kFile,        ///< the first three, which say that grades are wrong
  kUnfinished,  ///< the first two, which hold while somebody is still grading
  kAll,         ///< with a document: all; the last says that they are unlikely
};

/// In the order of the elements, rule by rule. `document` may be nullptr.
std::vector<GradeBreach> grade_breaches(std::span<const ElementGrade> elements, const Document* document,
                                        GradeRules rules);

/// Reports every break of the first three rules as a warning at the element it is about, by its code. With a collection, which may be
/// nullptr, elements with text of their own, or with children that nobody graded, are spared the third.
void check_grade_consistency(const Judgements& judgements, const Collection* collection,
                             Diagnostics& diagnostics);

}  // namespace fovea
