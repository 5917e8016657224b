#include <fmt/format.h>

#include <algorithm>

#include "evaluate/evaluation.h"
#include "measures/measure_name.h"
#include "report/tables/score_report.h"
#include "report/track/track_sections.h"

namespace fovea {

namespace {

/// One of each family of INEX 2002–2005; runs are ordered by the first.
constexpr std::string_view kGradedMeasures =
    "MAep,nXCG@10,inex2003o(quant=gen),inex2002(quant=gen),inex2002(quant=strict)";

/// The runs that return nothing but elements, with their scores; the names of the others.
struct GradedRuns {
  std::vector<std::pair<const TrackRunResult*, Scores>> scored;
  std::vector<std::string> left_out;
};

GradedRuns evaluate_graded(const TrackEvaluation& track, Evaluation& graded) {
  GradedRuns runs;
  for (const TrackRunResult& run : track.runs) {
    if (!run.valid) continue;
    RunEvaluation evaluation = graded.evaluate(run.run);
    if (!evaluation.diagnostics.ok() || evaluation.not_elements > 0 || evaluation.answered == 0) {
      runs.left_out.push_back(run.id);
    } else {
      runs.scored.emplace_back(&run, std::move(evaluation.scores));
    }
  }
  std::ranges::stable_sort(runs.scored, std::greater<>(),
                           [](const auto& run) { return run.second.summary(0, 0); });
  return runs;
}

}  // namespace

Section graded_section(const TrackEvaluation& track) {
  Section section{"graded", "Graded elements", {}};
  if (!track.grades || !track.grades->kinds().element_grades) return section;
  Diagnostics ignored;  // these names are ours
  const auto names = parse_measures(kGradedMeasures, ignored);
  if (!names) return section;
  auto evaluation = Evaluation::make(*track.grades, track.collection ? &*track.collection : nullptr,
                                     {.measures = *names, .leave_out_unfit_grades = true}, ignored);
  if (!evaluation || !evaluation->usable()) return section;
  const GradedRuns runs = evaluate_graded(track, *evaluation);
  const std::span<const ScoredMeasure> measures = evaluation->scorer().columns();
  const Diagnostics& unfit = evaluation->unfit_grades();

  Table table{{"run", "participant", "task"}, {}, 3};
  for (const ScoredMeasure& column : measures) table.header.push_back(column.name);
  for (const auto& [run, scores] : runs.scored) {
    std::vector<std::string> row{run->id, run->participant, title_of(*run->task)};
    for (std::size_t m = 0; m < scores.measures().size(); ++m) {
      row.push_back(format_value(scores.summary(0, m), measures[m].average, {}));
    }
    table.rows.push_back(std::move(row));
  }
  if (table.rows.empty()) return section;
  section.blocks.emplace_back(Paragraph{fmt::format(
      "For {} topics elements were graded by exhaustivity and specificity, and runs that return elements can "
      "be measured by them (INEX 2002 to 2005).{}",
      track.grades->topics().size(),
      runs.left_out.empty() ? ""
                            : fmt::format(" Left out, because not all they return is an element: {}.",
                                          fmt::join(runs.left_out, ", ")))});
  if (!unfit.ok()) {
    section.blocks.emplace_back(Paragraph{fmt::format("{} grades are left out, the first: {}.",
                                                      unfit.errors(), to_string(unfit.kept().front()))});
  }
  section.blocks.emplace_back(ReportTable{
      .id = "graded-results",
      .caption = fmt::format("Runs of elements by graded measures, best first by {}.", measures.front().name),
      .table = std::move(table),
      .mark_best = true});
  return section;
}

}  // namespace fovea
