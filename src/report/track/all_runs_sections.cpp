// The runs of all tasks side by side: as rankings of articles, and by grades of elements.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <utility>
#include <vector>

#include "evaluate/task_measures.h"
#include "evaluate/track/track_comparison.h"
#include "report/tables/score_report.h"
#include "report/track/track_sections.h"

namespace fovea {

Table means_table(const TrackEvaluation& track, std::span<const TrackRunResult* const> runs,
                  std::span<const std::string> measures, bool with_tasks) {
  Table table{{"run", "participant", "task", "breaks rules"}, {}, 4};
  table.header.insert(table.header.end(), measures.begin(), measures.end());
  for (const TrackRunResult* const run : runs) {
    std::vector<std::string>& row = table.rows.emplace_back();
    row = {run->id, run->participant, with_tasks ? title_of(*run->task) : "", run->valid ? "" : "yes"};
    for (const std::string& measure : measures) {
      const auto value = track.article_value(*run, measure);
      row.push_back(value ? four_decimals(*value) : "");
    }
  }
  return without_empty_columns(std::move(table));
}

Section article_section(const TrackEvaluation& track) {
  Section section{"article-level", "Article-level results"};
  const std::vector<std::string> measures(article_measures().begin(), article_measures().end());
  const std::vector<const TrackRunResult*> all = ranked_articles(track, measures.front());
  if (all.empty()) {
    section.say("No valid run was submitted.");
    return section;
  }
  section.say(
      "Every run as a ranking of whole articles: an article stands where the run first returns a "
      "part of it, and is relevant when any of its text is. Runs that break the rules of their task are marked.");
  const auto add = [&](std::string id, std::string caption, std::span<const TrackRunResult* const> runs,
                       bool with_tasks) {
    section.add(ReportTable{.id = std::move(id),
                            .caption = std::move(caption),
                            .table = means_table(track, runs, measures, with_tasks),
                            .mark_best = true,
                            .values_first = true});
  };
  add("article-results", fmt::format("All runs of all tasks, best first by {}.", measures.front()), all,
      true);
  const bool groups = has_participants(track);
  if (groups) {
    add("article-top-groups",
        fmt::format("The best run of each of the {} best participants, by {}.", kTopGroups, measures.front()),
        best_of_groups(all), true);
  }
  for (const TaskResults& task : track.tasks) {
    const std::vector<const TrackRunResult*> runs = ranked_articles(track, measures.front(), task.task);
    if (runs.empty() || track.tasks.size() < 2) continue;
    add(fmt::format("{}-articles", task.task->name),
        fmt::format(
            "{}: {}, best first by {}.", title_of(*task.task),
            groups ? fmt::format("the best run of each of the {} best participants", kTopGroups) : "all runs",
            measures.front()),
        groups ? best_of_groups(runs) : runs, false);
  }
  return section;
}

Section graded_section(const TrackEvaluation& track) {
  Section section{"graded", "Graded elements"};
  if (!track.graded) return section;
  const GradedResults& graded = *track.graded;
  const std::span<const ScoredMeasure> measures = graded.scores.measures();
  const std::size_t by[] = {0, measures.size() - 1};
  const RankedRuns ranked = rank_runs(graded.scores, by);
  Table table{{"run", "participant", "task", "rank"}, {}, 4};
  for (const ScoredMeasure& measure : measures) table.header.push_back(measure.name);
  for (std::size_t i = 0; i < graded.ranking.size(); ++i) {
    const TrackRunResult& run = track.runs[graded.ranking[i]];
    std::vector<std::string> row{run.id, run.participant, title_of(*run.task), ranked.ranks[i]};
    for (std::size_t m = 0; m < measures.size(); ++m)
      row.push_back(format_value(graded.scores.summary(i, m), measures[m].average, {}));
    table.rows.push_back(std::move(row));
  }
  section.say(fmt::format(
      "For {} topics elements were graded by exhaustivity and specificity, and runs that return elements can "
      "be measured by them (INEX 2002 to 2005).{}",
      track.grades->topics().size(),
      graded.left_out.empty() ? ""
                              : fmt::format(" Left out, because not all they return is an element: {}.",
                                            fmt::join(graded.left_out, ", "))));
  if (!graded.unfit.ok()) {
    section.say(fmt::format("{} grades are left out, the first: {}.", graded.unfit.errors(),
                            to_string(graded.unfit.kept().front())));
  }
  section.add(ReportTable{
      .id = "graded-results",
      .caption =
          fmt::format("Runs of elements by graded measures, best first by {}; ranks by {} in brackets.",
                      measures.front().name, measures.back().name),
      .table = without_empty_columns(std::move(table)),
      .mark_best = true,
      .values_first = true});
  return section;
}

}  // namespace fovea
