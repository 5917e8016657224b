// What judgements must hold before an evaluation begins, and what is made of them for it.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "collection/collection.h"
#include "evaluate/evaluation_options.h"
#include "evaluate/topic_scorer.h"
#include "files/diagnostics.h"
#include "judgements/judgements.h"
#include "measures/graded/graded_judgements.h"

namespace fovea {

/// Whether the judgements hold what the measures need. What is missing is said, with what to give. `collection`
/// and `graded` may be nullptr, `lengths` empty.
bool check_needs(const Judgements& judgements, const Collection* collection, const DocumentLengths& lengths,
                 const GradedJudgements* graded, const TopicScorer& scorer, Diagnostics& lacking);

/// Whether runs can be scored by a measure, and the judgements hold what it needs; what is missing is reported.
bool can_serve(const Judgements& judgements, const Collection* collection, const MeasureName& measure,
               Diagnostics& lacking);

/// The recall bases of graded elements, as the options have it. Says what is missing, and returns nothing, when
/// there are neither grades nor highlights and a collection to derive them from. Judgements and collection must
/// outlive what is returned.
std::optional<GradedJudgements> make_recall_bases(const Judgements& judgements, const Collection* collection,
                                                  const EvaluationOptions& options, Diagnostics& lacking);

/// Judged topics without anything relevant, on which no run can score.
std::vector<std::string_view> topics_without_relevance(const Judgements& judgements, int relevance_level);

}  // namespace fovea
