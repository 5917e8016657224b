#include "assess/assessor_agreement.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "assess/export.h"
#include "evaluate/evaluation.h"
#include "pools/reuse.h"
#include "stats/correlation.h"
#include "stats/sample.h"

namespace fovea::assess {

namespace {

bool judged_in(const Judgements& judgements, std::string_view topic, std::string_view doc) {
  const TopicJudgements* const judged = judgements.find(topic);
  return judged != nullptr && judged->find(doc) != nullptr;
}

/// The summaries of all runs by the first measure; empty when they cannot be had.
std::vector<double> summaries(const Judgements& judgements, const LiveScores& live) {
  Diagnostics said;
  auto evaluation = Evaluation::make(
      judgements, live.collection(),
      {.measures = live.measures(), .scores_every_run = true, .leave_out_unfit_grades = true}, said);
  std::vector<double> out;
  if (!evaluation || !evaluation->usable()) return out;
  for (const ScoredTrackRun& run : live.runs()) {
    const EvaluationOutcome outcome = evaluation->evaluate(*run.run);
    if (outcome.runs.front().kind == RunOutcomeKind::kBadInput) return {};
    out.push_back(outcome.scores.summary(0, 0));
  }
  return out;
}

std::optional<double> tau_of_runs(const Judgements& main, const Judgements& second, const LiveScores& live) {
  const std::vector<double> first = summaries(main, live);
  const std::vector<double> other = summaries(second, live);
  if (first.empty() || other.empty()) return std::nullopt;
  const auto tau = stats::kendall_tau_b(first, other);
  return tau ? std::optional(tau->value) : std::nullopt;
}

/// The states of a topic's documents in an assignment, in the order of the items.
using States = std::vector<ItemState>;

void compare(const std::string& topic, const States& main, const States& second, AssessorAgreement& out,
             std::vector<double>& distances) {
  for (std::size_t i = 0; i < main.size(); ++i) {
    const DocumentState& one = main[i].state;
    const DocumentState& other = second[i].state;
    if (!one.judged() || !other.judged()) continue;
    if (one.bep && other.bep)
      distances.push_back(std::abs(static_cast<double>(*one.bep) - static_cast<double>(*other.bep)));
    if (disagree(one, other))
      out.disagreements.push_back({topic, main[i].document.name, main[i].document.title, one, other});
  }
}

}  // namespace

AssessorAgreement assessor_agreement(Store& store, const LiveScores* live) {
  AssessorAgreement out;
  const Judgements all_main = judgements_in(store, {.part = Part::kMain});
  const Judgements all_second = judgements_in(store, {.part = Part::kSecond});
  // What both have judged: half of a topic is not a verdict on the other half.
  const auto in = [](const Judgements& judgements) {
    return [&judgements](std::string_view topic, std::string_view doc) {
      return judged_in(judgements, topic, doc);
    };
  };
  const Judgements main = pools::filtered(all_main, in(all_second));
  const Judgements second = pools::filtered(all_second, in(all_main));
  if (main.topics().empty()) return out;
  out.topics = agreement_of(main, second);
  if (live != nullptr) out.tau = tau_of_runs(main, second, *live);
  std::vector<double> distances;
  for (const std::string& topic : store.topics()) {
    const auto first = store.assignment_of(topic, Part::kMain);
    const auto other = store.assignment_of(topic, Part::kSecond);
    if (first && other) compare(topic, store.items(*first), store.items(*other), out, distances);
  }
  out.entry_points = distances.size();
  if (!distances.empty()) out.median_bep_distance = stats::median(std::move(distances));
  return out;
}

}  // namespace fovea::assess
