// Quality against time: a curve and a table per measure, and the machines the times come from.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "report/tables/charts.h"
#include "report/track/track_sections.h"
#include "text/numbers.h"

namespace fovea {

namespace {

/// "iP@0.01" as part of an id.
std::string id_of(std::string_view measure) {
  std::string id;
  for (const char c : measure) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (letter) id += static_cast<char>(c | 0x20);
  }
  return id;
}

/// "k = 15", of all settings but the last.
std::string group_of(const EfficiencyCurve& curve, const EfficiencyPoint& point) {
  std::string group;
  for (std::size_t i = 0; i + 1 < curve.settings.size(); ++i)
    group += fmt::format("{}{} = {}", group.empty() ? "" : ", ", curve.settings[i], point.settings[i]);
  return group.empty() ? "all points" : group;
}

Table curve_table(const EfficiencyCurve& curve, std::size_t measure) {
  Table table{{"run"}, {}, 1 + curve.settings.size()};
  table.header.insert(table.header.end(), curve.settings.begin(), curve.settings.end());
  for (const char* const name : {"median ms", "p99 ms", "postings", "overlap"})
    table.header.emplace_back(name);
  table.header.push_back(curve.measures[measure]);
  for (const EfficiencyPoint& point : curve.points) {
    std::vector<std::string> row{point.run};
    row.insert(row.end(), point.settings.begin(), point.settings.end());
    row.push_back(fmt::format("{:.3f}", point.median_ms));
    row.push_back(fmt::format("{:.3f}", point.p99_ms));
    row.push_back(fmt::format("{:.1f}", point.postings));
    row.push_back(four_decimals(point.overlap));
    row.push_back(four_decimals(point.scores[measure]));
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// Effectiveness against time, and against the setting that was swept last, where that is a number.
void add_curve(const EfficiencyCurve& curve, Section& section) {
  if (curve.points.size() < 2) return;
  for (std::size_t measure = 0; measure < curve.measures.size(); ++measure) {
    const std::string& name = curve.measures[measure];
    nlohmann::json by_time = nlohmann::json::array();
    nlohmann::json by_setting = nlohmann::json::array();
    bool numbers = true;
    for (const EfficiencyPoint& point : curve.points) {
      const std::string group = group_of(curve, point);
      if (point.median_ms > 0)
        by_time.push_back(
            {{"x", point.median_ms}, {"y", point.scores[measure]}, {"name", point.run}, {"group", group}});
      const auto value = parse_number(point.settings.back());
      numbers = numbers && value && *value > 0;
      if (numbers) by_setting.push_back({{"x", *value}, {"y", point.scores[measure]}, {"name", group}});
    }
    section.add(Figure{
        fmt::format("curve-time-{}", id_of(name)),
        fmt::format(
            "{} against the median time of a topic, for each point of the sweep; both it and postings tell "
            "what a point costs.",
            name),
        scatter_chart(std::move(by_time), "milliseconds per topic", name, {.log_x = true}),
        curve_table(curve, measure)});
    if (!numbers) continue;
    section.add(Figure{
        fmt::format("curve-setting-{}", id_of(name)),
        fmt::format("{} against {}, on a logarithmic axis.", name, curve.settings.back()),
        line_chart(std::move(by_setting), curve.settings.back(), name, {.share_x = false, .log_x = true}),
        curve_table(curve, measure)});
  }
}

void add_environment(const Environment& environment, Section& section) {
  Table table{{"", "what", "value"}, {}, 3};
  for (const auto& [key, value] : environment.hardware) table.rows.push_back({"hardware", key, value});
  for (const auto& [key, value] : environment.software) table.rows.push_back({"software", key, value});
  if (!table.rows.empty())
    section.add(ReportTable{"environment", "Where times were taken.", std::move(table)});
}

}  // namespace

Section efficiency_section(const TrackEvaluation& track) {
  Section section{"efficiency", "Efficiency against effectiveness"};
  // Fig. 6 of the overview of INEX 2010; AP where no text is highlighted.
  for (const std::string_view measure : {"iP@0.01", "AiP", "AP"}) {
    if (measure == "AP" && !section.blocks.empty()) break;
    nlohmann::json rows = nlohmann::json::array();
    Table table{{"run", "task", "ms per topic", std::string(measure)}, {}, 2};
    for (const TrackRunResult& run : track.runs) {
      const auto value = track.value(run, measure);
      if (!run.time_ms || *run.time_ms <= 0 || !value) continue;
      rows.push_back({{"x", *run.time_ms}, {"y", *value}, {"name", run.id}, {"group", title_of(*run.task)}});
      table.rows.push_back(
          {run.id, title_of(*run.task), fmt::format("{:.2f}", *run.time_ms), four_decimals(*value)});
    }
    if (table.rows.size() < 2) continue;  // one point is no comparison
    const bool labels = table.rows.size() <= kMostNamedPoints;
    section.add(Figure{
        fmt::format("efficiency-{}", measure == "iP@0.01" ? "ip" : id_of(measure)),
        fmt::format("{} against time per topic, on a logarithmic axis.", measure),
        scatter_chart(std::move(rows), "milliseconds per topic", measure, {.log_x = true, .labels = labels}),
        std::move(table)});
  }
  if (track.curve) add_curve(*track.curve, section);
  if (track.environment && !section.blocks.empty()) add_environment(*track.environment, section);
  return section;
}

}  // namespace fovea
