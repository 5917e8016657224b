#include <fmt/format.h>

#include "report/tables/score_report.h"
#include "report/track/track_sections.h"

namespace fovea {

Section graded_section(const TrackEvaluation& track) {
  Section section{"graded", "Graded elements", {}};
  if (!track.graded) return section;
  const GradedResults& graded = *track.graded;
  const std::span<const ScoredMeasure> measures = graded.scores.measures();
  Table table{{"run", "participant", "task"}, {}, 3};
  for (const ScoredMeasure& measure : measures) table.header.push_back(measure.name);
  for (std::size_t i = 0; i < graded.ranking.size(); ++i) {
    const TrackRunResult& run = track.runs[graded.ranking[i]];
    std::vector<std::string> row{run.id, run.participant, title_of(*run.task)};
    for (std::size_t m = 0; m < measures.size(); ++m)
      row.push_back(format_value(graded.scores.summary(i, m), measures[m].average, {}));
    table.rows.push_back(std::move(row));
  }
  section.blocks.emplace_back(Paragraph{fmt::format(
      "For {} topics elements were graded by exhaustivity and specificity, and runs that return elements can "
      "be measured by them (INEX 2002 to 2005).{}",
      track.grades->topics().size(),
      graded.left_out.empty() ? ""
                              : fmt::format(" Left out, because not all they return is an element: {}.",
                                            fmt::join(graded.left_out, ", ")))});
  if (!graded.unfit.ok()) {
    section.blocks.emplace_back(
        Paragraph{fmt::format("{} grades are left out, the first: {}.", graded.unfit.errors(),
                              to_string(graded.unfit.kept().front()))});
  }
  section.blocks.emplace_back(ReportTable{
      .id = "graded-results",
      .caption = fmt::format("Runs of elements by graded measures, best first by {}.", measures.front().name),
      .table = without_empty_columns(std::move(table)),
      .mark_best = true,
      .values_first = true});
  return section;
}

}  // namespace fovea
