// Who took part: participants, their runs, descriptions and environments; and the track at a glance.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "evaluate/track/participation.h"
#include "report/tables/score_report.h"
#include "report/track/track_sections.h"

namespace fovea {

namespace {

ReportTable participants(const TrackEvaluation& track) {
  const Participation all = participation_of(track);
  Table table{{"participant"}, {}, 1};
  table.header.insert(table.header.end(), all.columns.begin(), all.columns.end());
  const auto add = [&](const std::string& name, const std::vector<std::size_t>& counts) {
    std::vector<std::string> cells{name};
    for (const std::size_t count : counts) cells.push_back(std::to_string(count));
    table.rows.push_back(std::move(cells));
  };
  for (const auto& [name, counts] : all.rows) add(name, counts);
  add("all", all.totals);
  return {
      .id = "participants",
      .caption =
          "Participants and their valid runs: by task, by query and by what they return; and how many were "
          "submitted.",
      .table = std::move(table),
      .total = true};
}

/// "12", or "10 (2 missing, 1 not judged)"
std::string topics_of(const TrackRunResult& run, std::size_t judged) {
  std::vector<std::string> remarks;
  if (run.answered < judged) remarks.push_back(fmt::format("{} missing", judged - run.answered));
  if (run.unjudged > 0) remarks.push_back(fmt::format("{} not judged", run.unjudged));
  std::string text = std::to_string(run.run.topics());
  if (!remarks.empty()) text += fmt::format(" ({})", fmt::join(remarks, ", "));
  return text;
}

ReportTable runs(const TrackEvaluation& track) {
  Table table{{"run", "participant", "task", "query", "result", "valid", "topics"}, {}, 6};
  for (const TrackRunResult& run : track.runs) {
    table.rows.push_back({run.id, run.participant, title_of(*run.task), query_of(run), result_type_of(run),
                          run.valid ? "yes" : "no", topics_of(run, track.judgements.topics().size())});
  }
  return {"runs", "All runs.", without_empty_columns(std::move(table))};
}

/// What the track file says, or else the run of itself: "no_cpu 2; ram_GB 8".
std::string environment_of(const TrackRunResult& run) {
  if (!run.entry.environment.empty()) return run.entry.environment;
  std::vector<std::string> parts;
  for (const auto& [name, value] : run.run.details().environment)
    parts.push_back(fmt::format("{} {}", name, value));
  return fmt::format("{}", fmt::join(parts, "; "));
}

/// The words of those who sent the runs; none where nobody said anything.
ReportTable descriptions(const TrackEvaluation& track) {
  Table table{{"run", "description", "environment"}, {}, 3};
  for (const TrackRunResult& run : track.runs) {
    const std::string& own = run.run.details().description;
    const std::string description = run.entry.description.empty() ? own : run.entry.description;
    const std::string environment = environment_of(run);
    if (!description.empty() || !environment.empty())
      table.rows.push_back({run.id, description, environment});
  }
  return {"descriptions", "What runs do and on what they ran, as those say who sent them.",
          without_empty_columns(std::move(table))};
}

}  // namespace

Section glance_section(const TrackEvaluation& track) {
  Section section{"glance", "Results at a glance"};
  const bool several = has_participants(track);
  Table table{{"best run", "task", "participant", "by", "value", "rank"}, {}, 4};
  for (const auto& [run, task, rank] : best_runs(track)) {
    const ScoredMeasure& measure = task->scores.measures().front();
    table.rows.push_back({run->id, title_of(*task->task), run->participant, measure.name,
                          format_value(task->scores.summary(rank, 0), measure.average, {}),
                          fmt::format("{} of {}", rank + 1, task->ranking.size())});
  }
  if (table.rows.empty()) {
    section.say("No valid run was submitted.");
    return section;
  }
  // Where no task has a second run there is nothing to choose from.
  if (std::ranges::all_of(track.tasks, [](const TaskResults& task) { return task.ranking.size() < 2; }))
    return section;
  if (!several) {
    const auto drop = [](std::vector<std::string>& row) { row.erase(row.begin() + 2); };
    drop(table.header);
    std::ranges::for_each(table.rows, drop);
    --table.name_columns;
  }
  section.add(
      ReportTable{.id = "best-runs",
                  .caption = fmt::format("The best run of {}each task, and its place among all valid runs.",
                                         several ? "each participant in " : ""),
                  .table = std::move(table),
                  .values_first = true});
  return section;
}

Section participation_section(const TrackEvaluation& track) {
  const auto invalid = std::ranges::count(track.runs, false, &TrackRunResult::valid);
  std::string validity = track.runs.size() == 1 ? std::string("One run was submitted. ")
                                                : fmt::format("{} runs were submitted. ", track.runs.size());
  validity +=
      invalid == 0   ? track.runs.size() == 1 ? "It could be evaluated." : "All of them could be evaluated."
      : invalid == 1 ? "One could not be evaluated and is not among the results."
                     : fmt::format("{} could not be evaluated and are not among the results.", invalid);
  const bool several = has_participants(track);
  Section section{"participation", several ? "Participants and runs" : "Runs"};
  if (several) section.add(participants(track));
  section.say(validity);
  section.add(runs(track));
  if (ReportTable said = descriptions(track); !said.table.rows.empty()) section.add(std::move(said));
  if (invalid > 0) {
    Table table{{"run", "first fault"}, {}, 2};
    for (const TrackRunResult& run : track.runs) {
      if (!run.valid) table.rows.push_back({run.id, run.fault});
    }
    section.add(ReportTable{"invalid-runs", "Runs that cannot be evaluated, and why.", std::move(table)});
  }
  return section;
}

}  // namespace fovea
