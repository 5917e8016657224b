#include "evaluate/track/track_rules.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fovea {

namespace {

using Runs = std::vector<const TrackRunResult*>;

/// Says it where there are more than `most`; `whose` names them, and `rule` the key of the rule.
void check_count(const Runs& runs, const std::optional<std::uint64_t>& most, const std::string& whose,
                 std::string_view rule, Diagnostics& breaches) {
  if (!most || runs.size() <= *most) return;
  std::vector<std::string> names;
  for (const TrackRunResult* run : runs) names.push_back(quote(run->id));
  breaches.error(runs[*most]->entry.place, kBrokenRuleCode,
                 fmt::format("found {} {} ({}), expected at most {} ({})", runs.size(), whose,
                             fmt::join(names, ", "), *most, rule));
}

void check_results(const TrackRunResult& run, std::uint64_t most, Diagnostics& breaches) {
  TopicResults results;
  for (std::size_t i = 0; i < run.run.topics(); ++i) {
    Diagnostics ignored;  // bad rows are the business of whoever evaluates the run
    run.run.read(i, results, ignored);
    if (results.results.size() <= most) continue;
    breaches.error(
        {run.run.file(), results.results[most].line, 1}, kBrokenRuleCode,
        fmt::format("found {} results for topic {} (run {}), expected at most {} (results_per_topic)",
                    results.results.size(), quote(run.run.topic(i)), quote(run.id), most));
  }
}

}  // namespace

void check_rules(const TrackRules& rules, const TrackEvaluation& track, Diagnostics& breaches) {
  std::map<std::string, Runs> by_participant;
  for (const TrackRunResult& run : track.runs) by_participant[run.participant].push_back(&run);
  for (const auto& [participant, runs] : by_participant) {
    const std::string of = fmt::format(" of {}", quote(participant));
    check_count(runs, rules.runs_per_participant, "runs" + of, "runs_per_participant", breaches);
    std::map<std::string, Runs> by_task;
    std::map<std::string, Runs> by_result;
    std::map<std::string, Runs> references;
    for (const TrackRunResult* run : runs) {
      const std::string in = fmt::format("{} for {}", of, run->task->name);
      // Where reference runs have a limit of their own, they do not count against the others.
      if (rules.reference_runs_per_task && run->entry.reference.value_or(false)) {
        references["reference runs" + in].push_back(run);
        continue;
      }
      by_task["runs" + in].push_back(run);
      const std::string type = result_type_of(*run);
      if (!type.empty()) by_result[fmt::format("{} runs{}", type, in)].push_back(run);
    }
    for (const auto& [whose, some] : by_task)
      check_count(some, rules.runs_per_task, whose, "runs_per_task", breaches);
    for (const auto& [whose, some] : by_result) {
      check_count(some, rules.runs_per_result_type, whose, "runs_per_result_type", breaches);
    }
    for (const auto& [whose, some] : references) {
      check_count(some, rules.reference_runs_per_task, whose, "reference_runs_per_task", breaches);
    }
  }
  if (!rules.results_per_topic) return;
  for (const TrackRunResult& run : track.runs) check_results(run, *rules.results_per_topic, breaches);
}

}  // namespace fovea
