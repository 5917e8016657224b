// Agreement between measures: correlations over all runs, and the ranks of runs under each pair of measures.
#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "evaluate/track/track_comparison.h"
#include "report/tables/agreement_report.h"
#include "report/tables/charts.h"
#include "report/track/track_sections.h"

namespace fovea {

namespace {

using nlohmann::json;

/// Charts of pairs of measures; the table has all pairs.
constexpr std::size_t kMostCharts = 3;
/// The ranks of fewer runs can hardly differ, or hardly agree.
constexpr std::size_t kFewestRuns = 5;
constexpr std::size_t kFewestOfTask = 3;

Figure ranks_figure(const AgreementReport& report, const SharedMeans& shared, std::size_t number) {
  const std::vector<double> x = stats::ranks_of(report.first);
  const std::vector<double> y = stats::ranks_of(report.second);
  json rows = json::array();
  Table table{{"run", report.first.name, report.second.name, "rank by " + report.first.name,
               "rank by " + report.second.name},
              {},
              1};
  for (std::size_t i = 0; i < report.runs.size(); ++i) {
    rows.push_back(
        {{"x", x[i]}, {"y", y[i]}, {"name", report.runs[i]}, {"group", title_of(*shared.runs[i]->task)}});
    table.rows.push_back({report.runs[i], four_decimals(report.first.means[i]),
                          four_decimals(report.second.means[i]), fmt::format("{:g}", x[i]),
                          fmt::format("{:g}", y[i])});
  }
  const stats::Agreement& all = report.groups.front().agreement;
  return {fmt::format("ranks-{}", number),
          fmt::format("Rank by {} against rank by {} (1 is the best run), with the line of least squares{}.",
                      report.second.name, report.first.name,
                      all.kendall ? fmt::format("; Kendall's tau {:.3f}", all.kendall->value) : ""),
          scatter_chart(std::move(rows), "rank by " + report.first.name, "rank by " + report.second.name,
                        {.line = true, .ranks = true, .labels = report.runs.size() <= kMostNamedPoints}),
          std::move(table)};
}

/// The correlations, without the columns that say the same in every row.
Table correlations(std::span<const AgreementReport> reports) {
  Table table = to_table(reports);
  for (const std::size_t column : {std::size_t{3}, std::size_t{2}}) {  // runs, group
    const auto differs = [&](const auto& row) { return row[column] != table.rows.front()[column]; };
    if (std::ranges::any_of(table.rows, differs)) continue;
    const auto drop = [column](auto& row) { row.erase(row.begin() + static_cast<std::ptrdiff_t>(column)); };
    drop(table.header);
    std::ranges::for_each(table.rows, drop);
    if (column < table.name_columns) --table.name_columns;
  }
  return table;
}

/// The measure of each task, AP of articles and char_prec, over the runs of that task.
Table task_correlations(const TrackEvaluation& track) {
  Table table{{"task", "first", "second", "runs", "Kendall tau-b", "p"}, {}, 3};
  for (const TaskResults& results : track.tasks) {
    if (results.ranking.size() < kFewestOfTask) continue;
    for (const AgreementReport& report : task_agreements(track, results)) {
      const stats::Computed<stats::Correlation>& tau = report.groups.front().agreement.kendall;
      table.rows.push_back({title_of(*results.task), report.first.name, report.second.name,
                            std::to_string(report.runs.size()), value_cell(tau), p_cell(tau)});
    }
  }
  return table;
}

}  // namespace

Section agreement_section(const TrackEvaluation& track) {
  Section section{"agreement", "Agreement of measures"};
  const SharedMeans shared = shared_means(track);
  if (shared.runs.size() < 2 || shared.measures.size() < 2) return section;
  if (shared.runs.size() < kFewestRuns) {
    section.say(
        fmt::format("Left out: how {} runs are ordered says little about measures; it takes {} or more.",
                    shared.runs.size(), kFewestRuns));
    return section;
  }
  const std::vector<AgreementReport> reports = agreements(shared);
  section.say(
      "All valid runs, whatever their task, under the same measures: how alike do the measures order them?");
  section.add(ReportTable{"agreement",
                          fmt::format("Correlations between measures over {} runs.", shared.runs.size()),
                          correlations(reports)});
  if (Table tasks = task_correlations(track); !tasks.rows.empty()) {
    section.add(
        ReportTable{"agreement-tasks",
                    "Task by task: its measure, character precision and AP of articles over its valid runs.",
                    std::move(tasks)});
  }
  for (std::size_t i = 0; i < std::min(kMostCharts, reports.size()); ++i) {
    section.add(ranks_figure(reports[i], shared, i + 1));
  }
  return section;
}

}  // namespace fovea
