// Two assessors' judgements of one document, made one.
//
//               union                                intersection
//   text        highlighted by either                highlighted by both
//   grades      the higher, in each dimension        the lower, in each dimension
//   elements    assessed by either                   assessed by both
//   BEP         the first that is given              the same, if any text is left
//
// The document's grade follows what is left; where neither has highlights or elements it is the higher or
// lower of the two. Sizes and lengths are facts, not opinions: the first that is given holds.
#pragma once

#include <cstdint>
#include <vector>

#include "judgements/judgements.h"

namespace fovea {

/// What to do with judgements of one topic and document that come twice.
enum class MergePolicy : std::uint8_t {
  kReject,        ///< an error that names both places; the first stays
  kUnion,         ///< text that either highlighted; the higher grades
  kIntersection,  ///< text that both highlighted; the lower grades
  kFirst,         ///< the first counts, the later are ignored
};

/// One judged document with what belongs to it, apart from a topic.
struct Opinion {
  JudgedDocument document;
  std::vector<Span> passages;
  std::vector<ElementGrade> elements;
};

/// `merge` is kUnion or kIntersection.
Opinion merge_opinions(const Opinion& first, const Opinion& second, MergePolicy merge);

}  // namespace fovea
