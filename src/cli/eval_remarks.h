// What `fovea eval` says on standard error about judgements and runs that can be evaluated all the same, or
// cannot because they have nothing in common.
#pragma once

#include <string>
#include <string_view>

#include "evaluate/evaluator.h"
#include "judgements/judgements.h"
#include "runs/order.h"

namespace fovea::cli {

/// Topics on which no run can score.
void remark_on_judgements(const Judgements& judgements, int relevance_level);
/// Topics that are missing or not judged, ties, repeated documents, results at no place.
void remark_on_run(const std::string& file, const RunEvaluation& evaluation, bool answered_only);
/// Both sets of topics, by example.
void say_nothing_in_common(const std::string& file, const Judgements& judgements,
                           const RunEvaluation& evaluation);

/// "score descending, then document id descending", for accounts and messages.
std::string_view tie_rule(RankOrder order);

}  // namespace fovea::cli
