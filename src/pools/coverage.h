// How much of what a run returned has been judged.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "collection/collection.h"
#include "files/diagnostics.h"
#include "judgements/judgements.h"
#include "runs/run.h"

namespace fovea::pools {

/// Documents of a run down to which it is asked how many are judged; all of them at last.
inline constexpr std::array<std::size_t, 4> kCoverageDepths = {5, 10, 20, 50};

/// Averages over the judged topics that the run answers.
struct RunCoverage {
  std::string run;
  std::size_t topics = 0;
  /// Share of the first 5, 10, 20, 50 and of all documents that are judged. A list that ends before is asked as far as
  /// it goes.
  std::array<double, kCoverageDepths.size() + 1> judged{};
  /// Median over the topics of the rank of the first document that is not judged; one more than there are documents
  /// where all are.
  double first_unjudged = 0;
  /// Of the characters that all results have, those in judged documents; nothing where the place of a result is not
  /// known.
  std::optional<double> judged_characters;

  /// Whether the scores of the run should be trusted: half of its first ten documents are judged.
  bool half_judged_at_10() const { return judged[1] >= 0.5; }
};

/// `collection` resolves elements and knows lengths; may be nullptr. Bad rows go to `said`.
RunCoverage coverage_of(const Run& run, std::string name, const Judgements& judgements,
                        const Collection* collection, Diagnostics& said);

}  // namespace fovea::pools
