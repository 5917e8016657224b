// What is worth knowing about judgements and runs that can be evaluated all the same, or cannot because they
// have nothing in common.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "evaluate/evaluation_outcome.h"
#include "evaluate/judgement_source.h"
#include "files/diagnostics.h"
#include "judgements/judgements.h"
#include "runs/order.h"
#include "runs/run.h"

namespace fovea {

/// Warns of topics on which no run can score. (There are none among those that are streamed.)
void remark_on_judgements(const JudgementSource& source, int relevance_level, Diagnostics& said);
/// Warns of topics that are missing or not judged, ties, repeated documents, results at no place.
void remark_on_run(const RunOutcome& run, bool answered_only, Diagnostics& said);
/// Whether run and judgements share so few documents that they are perhaps not of one collection: fewer than a
/// twentieth of what the poorer side has.
bool shares_few_documents(const RunCounts& counts);
/// Warns of that, with ids of both sides and, where there is one, the difference between them.
void remark_on_documents(const Run& run, const Judgements& judgements, const RunCounts& counts,
                         Diagnostics& said);
/// The same without ids: for whoever has the counts of a run and not its results.
void remark_on_shared_documents(const std::string& file, const RunCounts& counts, Diagnostics& said);
/// An error that names both sets of topics, by example.
void report_nothing_in_common(const Judgements& judgements, const RunOutcome& run, Diagnostics& said);
void report_nothing_in_common(const std::vector<std::string_view>& judged, const RunOutcome& run,
                              Diagnostics& said);

/// "score descending, then document id descending", for accounts and messages.
std::string_view tie_rule(RankOrder order);

}  // namespace fovea
