// Passages as elements, for systems and formats that know no others.
//
//   around   for each passage the smallest element that contains it (the answer set S_L of Pehcevski and Thom)
//   inside   for each passage the largest elements that lie in it (S_S); none where it cuts all of them
//
// An element that stands above already is not returned again.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "runs/run.h"
#include "text/enum_names.h"
#include "text/text_store.h"

namespace fovea {

class Collection;

enum class PassageElements : std::uint8_t { kAround, kInside };

constexpr auto enum_names(PassageElements) {
  return names_in_order("around", "inside");
}

/// What became of the passages, over all topics.
struct ElementTurn {
  std::uint64_t passages = 0;  ///< that became elements
  std::uint64_t repeated = 0;  ///< elements that stood above already
  std::uint64_t lost = 0;      ///< passages without an element inside
};

/// Turns the passages of a topic into elements of their documents, which resolve() has looked up; others stay as they
/// are. Paths are kept in `paths`. Rank numbers are given anew where there are other results than before.
void turn_into_elements(TopicResults& topic, const Collection& collection, PassageElements choice,
                        TextStore& paths, ElementTurn& turn);

}  // namespace fovea
