// Which judged topic each topic of a run answers.
//
// Mostly that is the one of the same id. Results of LegalBench-RAG have no ids: they repeat the question, and may
// answer a sample of several benchmarks in any order. They are matched by its words and, where several tests are
// asked in the same words, by the snippets beside them. Nothing is guessed: results that could mean more than one
// test are refused.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "files/diagnostics.h"
#include "judgements/judgements.h"
#include "runs/run.h"

namespace fovea {

/// By topic of the run, the id of the judged topic it answers, or an id that no judged topic has. Nothing, and the
/// reason in `said`, when questions cannot be matched. Run and judgements must outlive what is returned.
std::optional<std::vector<std::string_view>> answered_topics(const Run& run, const Judgements& judgements,
                                                             Diagnostics& said);

}  // namespace fovea
