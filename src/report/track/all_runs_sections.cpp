// The runs of all tasks side by side: as rankings of articles, and by grades of elements.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "evaluate/task_measures.h"
#include "evaluate/track/track_comparison.h"
#include "report/tables/score_report.h"
#include "report/track/track_sections.h"

namespace fovea {

Section article_section(const TrackEvaluation& track) {
  Section section{"article-level", "Article-level results"};
  Table table{{"run", "participant", "task"}, {}, 3};
  for (const std::string_view measure : article_measures()) table.header.emplace_back(measure);
  for (const TrackRunResult* run : ranked_by(track, article_measures().front())) {
    std::vector<std::string> row{run->id, run->participant, title_of(*run->task)};
    for (const std::string_view measure : article_measures()) {
      const auto value = track.value(*run, measure);
      row.push_back(value ? four_decimals(*value) : "");
    }
    table.rows.push_back(std::move(row));
  }
  if (table.rows.empty()) {
    section.say("No valid run was submitted.");
    return section;
  }
  section.say(
      "Every run as a ranking of whole articles: an article stands where the run first returns a "
      "part of it, and is relevant when any of its text is.");
  section.add(ReportTable{
      .id = "article-results",
      .caption = fmt::format("All valid runs of all tasks, best first by {}.", article_measures().front()),
      .table = without_empty_columns(std::move(table)),
      .mark_best = true,
      .values_first = true});
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
