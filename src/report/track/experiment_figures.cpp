#include "report/track/experiment_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "report/tables/charts.h"
#include "report/track/track_sections.h"

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

/// Axes as the papers call them.
std::string title_of_axis(std::string_view axis) {
  if (axis == "gR") return "generalized recall";
  if (axis == "igP") return "generalized precision";
  return std::string(axis);
}

/// What is drawn as dots would be a smear.
constexpr std::size_t kMostSymbols = 25;

}  // namespace

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

Figure curves_figure(std::string id, std::string caption, const RunCurves& curves) {
  const Curve& first = curves.curves.front();
  const std::string x = title_of_axis(first.x_axis);
  const std::string y = title_of_axis(first.y_axis);
  const bool share = std::ranges::all_of(first.x, [](double at) { return at <= 1; });
  const bool tenths = share && first.x.size() == 11;
  json rows = json::array();
  Table table{{"run", x, y}, {}, 1};
  const auto add = [&](const std::string& name, const std::vector<double>& values) {
    for (std::size_t point = 0; point < std::min(first.x.size(), values.size()); ++point) {
      rows.push_back({{"x", first.x[point]}, {"y", values[point]}, {"name", name}});
      const std::string at =
          tenths ? fmt::format("{:.1f}", first.x[point]) : fmt::format("{:g}", first.x[point]);
      table.rows.push_back({name, at, four_decimals(values[point])});
    }
  };
  if (!first.ideal.empty()) add("ideal", first.ideal);
  for (std::size_t run = 0; run < curves.runs.size(); ++run) add(curves.runs[run], curves.curves[run].y);
  return {std::move(id), std::move(caption),
          line_chart(std::move(rows), x, y, {.share_x = share, .dashes = first.x.size() > kMostSymbols}),
          std::move(table)};
}

std::string file_name_of(std::string_view measure) {
  std::string name;
  for (const char c : measure) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.';
    if (plain) name += c;
    if (!plain && !name.empty() && name.back() != '-') name += '-';
  }
  if (name.ends_with('-')) name.pop_back();
  return name;
}

void add_curves(Section& section, const RunCurves& curves) {
  section.add(curves_figure("curve-" + file_name_of(curves.measure),
                            fmt::format("{}, mean over the topics.", curves.measure), curves));
}

Report experiment_page(const FidelityReport& report, std::string title) {
  Report page;
  page.title = std::move(title);
  const Scores& scores = report.experiment.scores;
  page.subtitle = fmt::format("{} runs, {} topics", scores.runs().size(), scores.topics().size());
  page.account = fmt::format(
      "Paired two-tailed t-tests, alpha {:g}. Every table is in tables/ as CSV and LaTeX, "
      "every chart in figures/ as SVG and Vega-Lite.",
      report.alpha);
  page.has_files = true;
  Section means{"scores", "Scores"};
  means.add(ReportTable{.id = "scores",
                        .caption = report.ranks
                                       ? "Means over the topics, with the rank of each run in brackets."
                                       : "Means over the topics.",
                        .table = means_of(report)});
  for (const RunCurves& curves : report.charts) add_curves(means, curves);
  page.sections.push_back(std::move(means));
  if (report.verdicts.empty()) return page;
  Section orders{"orders", "Expected orders"};
  orders.add(verdicts_table(report.verdicts));
  orders.add(orders_figure(report.verdicts));
  for (const MeasureVerdict& verdict : report.verdicts) {
    orders.add(ReportTable{.id = "orders-" + file_name_of(verdict.measure),
                           .caption = summary_of(verdict) + ".",
                           .table = orders_of(verdict)});
  }
  page.sections.push_back(std::move(orders));
  return page;
}

}  // namespace fovea
