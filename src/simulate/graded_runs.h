// Simulated runs made from graded elements: systems whose worth is known before any metric is asked.
//
//   irb        the ideal recall base
//   frb        the full recall base: every relevant element
//   ia         the ideal elements and their relevant ancestors
//   id         the ideal elements and their relevant descendants
//   lo         leaves only: relevant elements without relevant descendants
//   ao         articles only: relevant root elements
//   perfect    elements of specificity 3, by exhaustivity
//   ancestors  perfect, and behind it all ancestors of its elements in one tied rank
//
// The first six are Kazai et al. 2005, section 3.2, the last two Gövert et al. 2006, section 4.1. The six are
// ordered by quantised value. Equal values follow the ideal run, as in the paper's own example: what lies in
// an earlier ideal element comes first, in document order; then what lies in none, from the bottom up.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "measures/graded/quantisation.h"
#include "measures/graded/recall_base.h"
#include "text/enum_names.h"

namespace fovea {

enum class GradedRun : std::uint8_t {
  kIdeal,
  kFull,
  kIdealAndAncestors,
  kIdealAndDescendants,
  kLeaves,
  kArticles,
  kPerfect,
  kAncestors,
};

inline constexpr std::array kGradedRuns{
    GradedRun::kIdeal,  GradedRun::kFull,     GradedRun::kIdealAndAncestors, GradedRun::kIdealAndDescendants,
    GradedRun::kLeaves, GradedRun::kArticles, GradedRun::kPerfect,           GradedRun::kAncestors,
};

constexpr auto enum_names(GradedRun) {
  return names_in_order("irb", "frb", "ia", "id", "lo", "ao", "perfect", "ancestors");
}

struct SimulatedElement {
  NodeId node = 0;
  std::int32_t rank = 0;  ///< from 1; equal for tied elements
};

/// The run for one topic, in rank order. `quantisation` orders all but the last two.
std::vector<SimulatedElement> simulate_graded(GradedRun run, const RecallBase& base,
                                              const Quantisation& quantisation);

/// Appends the run as rows "topic Q0 document rank score tag path"; scores fall with the rank, and are equal
/// for tied elements.
void append_rows(std::string& out, std::string_view topic, std::string_view tag, const RecallBase& base,
                 const std::vector<SimulatedElement>& elements);

}  // namespace fovea
