#include "evaluate/track/track_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "runs/run_check.h"
#include "text/numbers.h"

namespace fovea {

namespace {

using Runs = std::vector<const TrackRunResult*>;

/// Says it where there are more than the rule allows.
void check_count(const RuleCount& count, const Runs& runs, Diagnostics& breaches) {
  if (runs.size() <= count.most) return;
  std::vector<std::string> names;
  for (const TrackRunResult* run : runs) names.push_back(quote(run->id));
  breaches.error(runs[count.most]->entry.place, kBrokenRuleCode,
                 fmt::format("found {} {} ({}), expected at most {} ({})", runs.size(), count.runs,
                             fmt::join(names, ", "), count.most, count.rule));
}

/// The set of an efficiency run: the smallest that it fits in.
std::optional<std::uint64_t> set_of(const TrackRules& rules, const RunClass& run) {
  if (run.task->name != "efficiency" || !run.topk) return std::nullopt;
  std::optional<std::uint64_t> found;
  for (const std::uint64_t set : rules.efficiency_sets) {
    if (*run.topk <= set && (!found || set < *found)) found = set;
  }
  return found;
}

RunClass class_of(const TrackRunResult& run) {
  std::optional<std::uint64_t> topk = run.entry.topk;
  if (!topk) {
    const auto said = parse_integer(run.run.details().topk);
    if (said && *said > 0) topk = static_cast<std::uint64_t>(*said);
  }
  return {run.participant, run.task, result_type_of(run), run.entry.reference.value_or(false), topk};
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

/// Whether the run returns what its table in the track file says.
void check_declaration(const TrackRunResult& run, Diagnostics& breaches) {
  if (run.entry.result.empty()) return;
  const std::string fault = fault_of_type(summarise(run.run), run.entry.result);
  if (fault.empty()) return;
  breaches.error({run.run.file()}, kBrokenRuleCode,
                 fmt::format("{} (run {}, result = {})", fault, quote(run.id), quote(run.entry.result)));
}

}  // namespace

std::vector<RuleCount> counts_of(const TrackRules& rules, const RunClass& run) {
  std::vector<RuleCount> out;
  const std::string of = fmt::format(" of {}", quote(run.participant));
  if (rules.runs_per_participant)
    out.push_back({"runs" + of, "runs_per_participant", *rules.runs_per_participant});
  const auto set = set_of(rules, run);
  const std::string in =
      fmt::format("{} for {}{}", of, run.task->name, set ? fmt::format(" with {} results", *set) : "");
  // Where reference runs have a limit of their own, they do not count against the others.
  if (rules.reference_runs_per_task && run.reference) {
    out.push_back({"reference runs" + in, "reference_runs_per_task", *rules.reference_runs_per_task});
    return out;
  }
  if (rules.runs_per_task) out.push_back({"runs" + in, "runs_per_task", *rules.runs_per_task});
  if (rules.runs_per_result_type && !run.result.empty()) {
    out.push_back(
        {fmt::format("{} runs{}", run.result, in), "runs_per_result_type", *rules.runs_per_result_type});
  }
  return out;
}

TrackRules inex_2010_rules() {
  TrackRules rules;
  rules.runs_per_result_type = 2;
  rules.reference_runs_per_task = 1;
  rules.efficiency_sets = {15, 150, 1500};
  return rules;
}

void check_rules(const TrackRules& rules, const TrackEvaluation& track, Diagnostics& breaches) {
  constexpr std::array<std::string_view, 4> kRuleOrder = {"runs_per_participant", "runs_per_task",
                                                          "runs_per_result_type", "reference_runs_per_task"};
  struct Counted {
    RuleCount count;
    Runs runs;
  };
  // By participant, rule and name, so that what is said does not depend on the order of the runs.
  std::map<std::tuple<std::string, std::size_t, std::string>, Counted> counted;
  for (const TrackRunResult& run : track.runs) {
    for (RuleCount& count : counts_of(rules, class_of(run))) {
      const auto rule =
          static_cast<std::size_t>(std::ranges::find(kRuleOrder, count.rule) - kRuleOrder.begin());
      Counted& all = counted[{run.participant, rule, count.runs}];
      all.count = std::move(count);
      all.runs.push_back(&run);
    }
  }
  for (const auto& [key, all] : counted) check_count(all.count, all.runs, breaches);
  for (const TrackRunResult& run : track.runs) check_declaration(run, breaches);
  if (!rules.results_per_topic) return;
  for (const TrackRunResult& run : track.runs) check_results(run, *rules.results_per_topic, breaches);
}

}  // namespace fovea
