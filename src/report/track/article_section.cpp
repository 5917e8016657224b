#include <fmt/format.h>

#include <algorithm>

#include "evaluate/task_measures.h"
#include "report/tables/score_report.h"
#include "report/track/track_sections.h"

namespace fovea {

Section article_section(const TrackEvaluation& track) {
  Section section{"article-level", "Article-level results", {}};
  Table table{{"run", "participant", "task"}, {}, 3};
  for (const std::string_view measure : article_measures()) table.header.emplace_back(measure);

  std::vector<const TrackRunResult*> runs;
  for (const TrackRunResult& run : track.runs) {
    if (track.value(run, article_measures().front())) runs.push_back(&run);
  }
  std::ranges::stable_sort(runs, std::greater<>(), [&track](const TrackRunResult* run) {
    return *track.value(*run, article_measures().front());
  });
  for (const TrackRunResult* run : runs) {
    std::vector<std::string> row{run->id, run->participant, title_of(*run->task)};
    for (const std::string_view measure : article_measures()) {
      const auto value = track.value(*run, measure);
      row.push_back(value ? fmt::format("{:.4f}", *value) : "");
    }
    table.rows.push_back(std::move(row));
  }
  if (table.rows.empty()) {
    section.blocks.emplace_back(Paragraph{"No valid run was submitted."});
    return section;
  }
  section.blocks.emplace_back(
      Paragraph{"Every run as a ranking of whole articles: an article stands where the run first returns a "
                "part of it, and is relevant when any of its text is."});
  section.blocks.emplace_back(ReportTable{
      .id = "article-results",
      .caption = fmt::format("All valid runs of all tasks, best first by {}.", article_measures().front()),
      .table = without_empty_columns(std::move(table)),
      .mark_best = true,
      .values_first = true});
  return section;
}

}  // namespace fovea
