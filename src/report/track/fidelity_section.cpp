// Whether measures order simulated runs as expected (Pehcevski and Thom), and the curves of those runs.
#include <fmt/format.h>

#include "report/tables/charts.h"
#include "report/tables/fidelity_report.h"
#include "report/track/track_sections.h"
#include "simulate/measure_fidelity.h"

namespace fovea {

namespace {

using nlohmann::json;

constexpr CellKind kOutcomes[] = {{"holds", "#2e7d5b", "#ffffff", "#2e7d5b", "#ffffff"},
                                  {"tied", "#dfe3e8", "#3d444d", "#2a3038", "#c3cad2"},
                                  {"broken", "#f0b45a", "#2b1d00", "#f0b45a", "#2b1d00"},
                                  {"significantly broken", "#b3261e", "#ffffff", "#ff9d9d", "#3a0a08"}};
/// Written into the cells, for those who do not see the colours.
constexpr std::string_view kSigns[] = {"✓", "=", "×", "××"};

/// In kOutcomes and kSigns: that of the outcome, the significantly broken ones behind the others.
std::size_t outcome_index(const CheckedOrder& order) {
  const bool clear = order.outcome == OrderOutcome::kBroken && order.significant;
  return static_cast<std::size_t>(order.outcome) + (clear ? 1 : 0);
}

std::string_view outcome_of(const CheckedOrder& order) {
  return kOutcomes[outcome_index(order)].name;
}

std::string name_of(const ExpectedOrder& order) {
  return fmt::format("{} > {}", order.better, order.worse);
}

std::string broken_orders(const MeasureVerdict& verdict) {
  std::vector<std::string> broken;
  for (const CheckedOrder& order : verdict.orders) {
    if (order.outcome == OrderOutcome::kBroken) broken.push_back(name_of(order.order));
  }
  return fmt::format("{}", fmt::join(broken, ", "));
}

ReportTable verdicts_table(std::span<const MeasureVerdict> verdicts) {
  Table table{{"measure", "holds", "tied", "broken", "significantly", "orders broken"}, {}, 1};
  for (const MeasureVerdict& verdict : verdicts) {
    table.rows.push_back({verdict.measure, std::to_string(verdict.count(OrderOutcome::kHolds)),
                          std::to_string(verdict.count(OrderOutcome::kTied)),
                          std::to_string(verdict.count(OrderOutcome::kBroken)),
                          std::to_string(verdict.clearly_broken()), broken_orders(verdict)});
  }
  return {"fidelity", "Expected orders of simulated runs, and what becomes of them.", std::move(table)};
}

Figure orders_figure(std::span<const MeasureVerdict> verdicts) {
  json rows = json::array();
  Table table{{"order", "measure", "outcome", "difference", "p"}, {}, 3};
  std::vector<std::string> measures;
  std::vector<std::string> orders;
  for (const MeasureVerdict& verdict : verdicts) {
    measures.push_back(verdict.measure);
    for (const CheckedOrder& order : verdict.orders) {
      if (measures.size() == 1) orders.push_back(name_of(order.order));
      const std::string p = !order.p ? "" : *order.p < 0.001 ? "<0.001" : four_decimals(*order.p);
      rows.push_back({{"row", name_of(order.order)},
                      {"column", verdict.measure},
                      {"kind", outcome_of(order)},
                      {"text", kSigns[outcome_index(order)]},
                      {"note", fmt::format("{:+.4f} on average; better on {} topics, worse on {}",
                                           order.difference, order.topics.wins, order.topics.losses)}});
      table.rows.push_back({name_of(order.order), verdict.measure, std::string(outcome_of(order)),
                            fmt::format("{:+.4f}", order.difference), p});
    }
  }
  return {"fidelity-orders",
          "Every expected order of two simulated runs under every measure: does the better run score higher?",
          matrix_chart(std::move(rows), orders, measures, kOutcomes, {.width = 96, .height = 18}),
          std::move(table)};
}

Figure curve_figure(const RunCurves& curves) {
  json rows = json::array();
  Table table{{"run", "generalized recall", "generalized precision"}, {}, 1};
  for (std::size_t run = 0; run < curves.runs.size(); ++run) {
    const std::string& name = curves.runs[run];
    const Curve& curve = curves.curves[run];
    for (std::size_t point = 0; point < curve.x.size(); ++point) {
      rows.push_back({{"x", curve.x[point]}, {"y", curve.y[point]}, {"name", name}});
      table.rows.push_back({name, fmt::format("{:.1f}", curve.x[point]), four_decimals(curve.y[point])});
    }
  }
  return {
      "fidelity-curves",
      "Interpolated generalized precision (igP(t2i=300)) of runs that return the highlighted passages (S), "
      "the smallest elements around them (SL), whole documents (SLD), the largest elements inside them (SS) "
      "or their leaves (SST).",
      line_chart(std::move(rows), "generalized recall", "generalized precision"), std::move(table)};
}

}  // namespace

Section fidelity_section(const TrackEvaluation& track) {
  Section section{"fidelity", "Can the measures be trusted?"};
  if (const std::size_t topics = track.judgements.topics().size(); topics < MeasureFidelity::kFewestTopics) {
    section.say(fmt::format(
        "Left out: the experiment with simulated runs says nothing on {} topics; it needs {} or more.",
        topics, MeasureFidelity::kFewestTopics));
    return section;
  }
  Diagnostics diagnostics;
  const auto tested =
      test_measures(track.judgements, track.collection_or_null(), TrackEvaluation::kAlpha, diagnostics);
  if (!tested) {
    std::string why = "it needs highlighted text";
    for (const Diagnostic& diagnostic : diagnostics.kept()) {
      if (diagnostic.severity == Severity::kError) why = to_string(diagnostic);
    }
    section.say(fmt::format("The experiment cannot be made: {}.", why));
    return section;
  }
  section.say(
      "Runs of known worth were made from the judgements: highlighted passages, larger and smaller "
      "elements, whole documents, each in good and in spoilt rankings (Pehcevski and Thom 2007). A "
      "measure should order them as expected.");
  section.add(verdicts_table(tested->verdicts));
  section.add(orders_figure(tested->verdicts));
  section.add(curve_figure(tested->curves));
  return section;
}

}  // namespace fovea
