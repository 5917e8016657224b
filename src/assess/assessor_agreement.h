// How far two assessors of the same topics agree, while they judge.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "assess/document_state.h"
#include "assess/live_scores.h"
#include "assess/store.h"
#include "evaluate/judgement_statistics.h"

namespace fovea::assess {

/// A document about which they say something else.
struct Disagreement {
  std::string topic, doc, title;
  DocumentState main, second;
};

struct AssessorAgreement {
  /// Kappa of the verdicts and overlap of the text, by topic, then for all; empty when no document has two verdicts.
  std::vector<TopicAgreement> topics;
  /// Between the best entry points of documents that both find relevant, in characters.
  std::optional<double> median_bep_distance;
  std::size_t entry_points = 0;
  /// Kendall's tau-b of the runs, scored by either over documents that both judged; by the first measure of `live`.
  std::optional<double> tau;
  std::vector<Disagreement> disagreements;
};

/// Main against second assessor. Without `live` (nullptr) there are no runs to order.
AssessorAgreement assessor_agreement(Store& store, const LiveScores* live);

}  // namespace fovea::assess
