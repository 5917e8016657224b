#include "outcome.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "evaluate/remarks.h"

namespace fovea::python {

namespace {

std::vector<std::string> unanswered_topics(const EvaluationOutcome& outcome) {
  std::vector<std::string> missing;
  bool first = true;
  for (const RunOutcome& run : outcome.runs) {
    if (!run.scored()) continue;
    if (std::exchange(first, false)) missing = run.missing;
    std::erase_if(missing, [&](const std::string& topic) {
      return std::ranges::find(run.missing, topic) == run.missing.end();
    });
  }
  return missing;
}

}  // namespace

const char* error_name(EvaluationFault fault) {
  return fault == EvaluationFault::kUsage ? "UsageError" : "InputError";
}

const char* error_name(RunOutcomeKind kind) {
  constexpr const char* kNames[] = {"", "InputError", "RulesError", "NothingInCommon"};
  return kNames[static_cast<std::size_t>(kind)];
}

Diagnostics faults_of(const RunOutcome& run) {
  if (!run.opened) return run.opening;
  if (run.kind == RunOutcomeKind::kBreaksRules) return run.breaches;
  Diagnostics faults = run.diagnostics;
  faults.merge(run.remarks);
  return faults;
}

nb::object cube_of(Scores scores) {
  return scores.runs().empty() ? nb::none() : nb::cast(std::move(scores));
}

nb::tuple facts_of(const EvaluationOutcome& outcome, RankOrder order) {
  nb::list missing;
  for (const std::string& topic : unanswered_topics(outcome))
    missing.append(nb::str(topic.c_str(), topic.size()));
  return nb::make_tuple(outcome.task, outcome.answered_only ? "answered topics" : "all judged topics",
                        tie_rule(order), missing);
}

}  // namespace fovea::python
