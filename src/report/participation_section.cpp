#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "report/track_sections.h"

namespace fovea {

namespace {

std::string participant_of(const TrackRunResult& run) {
  if (!run.entry.participant.empty()) return run.entry.participant;
  if (!run.run.details().participant.empty()) return run.run.details().participant;
  return "–";
}

ReportTable participants(const TrackEvaluation& track) {
  struct Row {
    std::size_t runs = 0;
    std::size_t valid = 0;
    std::set<std::string_view> tasks;
  };
  std::map<std::string, Row> rows;
  for (const TrackRunResult& run : track.runs) {
    Row& row = rows[participant_of(run)];
    ++row.runs;
    row.valid += run.valid ? 1 : 0;
    row.tasks.insert(run.task->name);
  }
  Table table{{"participant", "tasks", "runs", "valid"}, {}, 2};
  for (const auto& [name, row] : rows) {
    table.rows.push_back({name, fmt::format("{}", fmt::join(row.tasks, ", ")), std::to_string(row.runs),
                          std::to_string(row.valid)});
  }
  return {"participants", "Participants, their tasks and runs.", std::move(table)};
}

ReportTable runs(const TrackEvaluation& track) {
  Table table{{"run", "participant", "task", "query", "result", "valid", "topics"}, {}, 6};
  for (const TrackRunResult& run : track.runs) {
    const RunDetails& details = run.run.details();
    table.rows.push_back({run.id, participant_of(run), std::string(run.task->name),
                          run.entry.query.empty() ? details.query : run.entry.query,
                          run.entry.result.empty() ? details.result_type : run.entry.result,
                          run.valid ? "yes" : "no", std::to_string(run.run.topics())});
  }
  return {"runs", "All runs.", std::move(table)};
}

}  // namespace

Section participation_section(const TrackEvaluation& track) {
  const auto invalid = std::ranges::count(track.runs, false, &TrackRunResult::valid);
  std::string validity = fmt::format("{} runs were submitted. ", track.runs.size());
  validity += invalid == 0 ? "All keep the rules of their task."
              : invalid == 1
                  ? "One breaks the rules of its task and is not among the results."
                  : fmt::format("{} break the rules of their task and are not among the results.", invalid);
  Section section{"participation", "Participants and runs", {}};
  section.blocks.emplace_back(participants(track));
  section.blocks.emplace_back(Paragraph{validity});
  section.blocks.emplace_back(runs(track));
  if (invalid > 0) {
    Table table{{"run", "first fault"}, {}, 2};
    for (const TrackRunResult& run : track.runs) {
      if (!run.valid) table.rows.push_back({run.id, run.fault});
    }
    section.blocks.emplace_back(
        ReportTable{"invalid-runs", "Runs that cannot be evaluated, and why.", std::move(table)});
  }
  return section;
}

}  // namespace fovea
