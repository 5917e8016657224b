// Scores as JSON: for programs, and for the reader who wants to know where figures come from.
#pragma once

#include <string>

#include "report/tables/account.h"
#include "report/tables/score_report.h"
#include "scores/scores.h"

namespace fovea {

/// One object: the account, the measures, and the values of each run.
std::string to_json(const Scores& scores, const ScoreReport& report, const EvaluationAccount& account);

/// One object per value: {"run":…,"query_id":…,"measure":…,"value":…}.
std::string to_json_lines(const Scores& scores, const ScoreReport& report);

}  // namespace fovea
