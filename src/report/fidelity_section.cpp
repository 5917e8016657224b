#include <fmt/format.h>

#include "measures/measure_name.h"
#include "report/fidelity_report.h"
#include "report/track_sections.h"
#include "simulate/expected_orders.h"
#include "simulate/highlight_runs.h"

namespace fovea {

namespace {

constexpr double kAlpha = 0.05;
/// Relevant in context as INEX 2010 measured it, the size-weighted mean that was proposed instead, and MAP.
constexpr std::string_view kMeasures = "AgP(t2i=300),AgP(by=size),AP";

std::string broken_orders(const MeasureVerdict& verdict) {
  std::vector<std::string> broken;
  for (const CheckedOrder& order : verdict.orders) {
    if (order.outcome == OrderOutcome::kBroken) {
      broken.push_back(fmt::format("{} > {}", order.order.better, order.order.worse));
    }
  }
  return fmt::format("{}", fmt::join(broken, ", "));
}

}  // namespace

Section fidelity_section(const TrackEvaluation& track) {
  Section section{"fidelity", "Can the measures be trusted?", {}};
  const Collection* const collection = track.collection ? &*track.collection : nullptr;
  Diagnostics diagnostics;
  const auto measures = parse_measures(kMeasures, diagnostics);
  std::vector<Run> runs;
  for (const HighlightRun simulated : highlight_runs(collection != nullptr)) {
    runs.push_back(simulate(simulated, *track.judgements, collection, diagnostics));
  }
  EvaluationOptions settings;
  settings.collection = collection;
  const auto scores =
      measures ? run_experiment(*track.judgements, runs, *measures, settings, diagnostics) : std::nullopt;
  if (!scores) {
    section.blocks.emplace_back(
        Paragraph{"The judgements do not allow the experiment: it needs highlighted text."});
    return section;
  }
  section.blocks.emplace_back(
      Paragraph{"Runs of known worth were made from the judgements: highlighted passages, larger and smaller "
                "elements, whole "
                "documents, each in good and in spoilt rankings (Pehcevski and Thom 2007). A measure should "
                "order them as "
                "expected."});
  Table table{{"measure", "orders broken", "holds", "tied", "broken", "significantly"}, {}, 2};
  const auto orders = highlight_orders(collection != nullptr);
  for (std::size_t m = 0; m < scores->measures.size(); ++m) {
    const MeasureVerdict verdict =
        check_orders(scores->measures[m], scores->scores[m], scores->runs, orders, kAlpha);
    table.rows.push_back(
        {verdict.measure, broken_orders(verdict), std::to_string(verdict.count(OrderOutcome::kHolds)),
         std::to_string(verdict.count(OrderOutcome::kTied)),
         std::to_string(verdict.count(OrderOutcome::kBroken)), std::to_string(verdict.clearly_broken())});
  }
  section.blocks.emplace_back(ReportTable{
      "fidelity", "Expected orders of simulated runs, and what becomes of them.", std::move(table)});
  return section;
}

}  // namespace fovea
