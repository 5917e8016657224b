#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "report/tables/score_report.h"
#include "report/track/track_sections.h"

namespace fovea {

namespace {

ReportTable participants(const TrackEvaluation& track) {
  struct Row {
    std::size_t runs = 0;
    std::size_t valid = 0;
    std::set<std::string> tasks;
  };
  std::map<std::string, Row> rows;
  for (const TrackRunResult& run : track.runs) {
    Row& row = rows[run.participant];
    ++row.runs;
    row.valid += run.valid ? 1 : 0;
    row.tasks.insert(title_of(*run.task));
  }
  Table table{{"participant", "tasks", "runs", "valid"}, {}, 2};
  for (const auto& [name, row] : rows) {
    table.rows.push_back({name, fmt::format("{}", fmt::join(row.tasks, ", ")), std::to_string(row.runs),
                          std::to_string(row.valid)});
  }
  return {"participants", "Participants, their tasks and runs.", std::move(table)};
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
    const RunDetails& details = run.run.details();
    table.rows.push_back({run.id, run.participant, title_of(*run.task),
                          run.entry.query.empty() ? details.query : run.entry.query,
                          run.entry.result.empty() ? details.result_type : run.entry.result,
                          run.valid ? "yes" : "no", topics_of(run, track.judgements->topics().size())});
  }
  return {"runs", "All runs.", std::move(table)};
}

}  // namespace

Section glance_section(const TrackEvaluation& track) {
  Section section{"glance", "Results at a glance", {}};
  Table table{{"task", "participant", "best run", "by", "value", "rank"}, {}, 4};
  for (const TaskResults& task : track.tasks) {
    if (task.own == 0) continue;
    std::set<std::string> seen;
    for (std::size_t rank = 0; rank < task.ranking.size(); ++rank) {
      const TrackRunResult& run = track.runs[task.ranking[rank]];
      if (!seen.insert(run.participant).second) continue;
      table.rows.push_back(
          {title_of(*task.task), run.participant, run.id, task.scores.measures().front().name,
           format_value(task.scores.summary(rank, 0), task.scores.measures().front().average, {}),
           fmt::format("{} of {}", rank + 1, task.ranking.size())});
    }
  }
  if (table.rows.empty()) {
    section.blocks.emplace_back(Paragraph{"No valid run was submitted."});
  } else {
    section.blocks.emplace_back(ReportTable{
        "best-runs", "The best run of each participant in each task, and its place among all valid runs.",
        std::move(table)});
  }
  return section;
}

Section participation_section(const TrackEvaluation& track) {
  const auto invalid = std::ranges::count(track.runs, false, &TrackRunResult::valid);
  std::string validity = fmt::format("{} runs were submitted. ", track.runs.size());
  validity += invalid == 0 ? "All of them could be evaluated."
              : invalid == 1
                  ? "One could not be evaluated and is not among the results."
                  : fmt::format("{} could not be evaluated and are not among the results.", invalid);
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
