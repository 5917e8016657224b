#include <fmt/format.h>

#include "report/tables/charts.h"
#include "report/track/track_sections.h"

namespace fovea {

namespace {

/// Up to so many points have room for their names.
constexpr std::size_t kMostLabels = 20;

}  // namespace

Section efficiency_section(const TrackEvaluation& track) {
  Section section{"efficiency", "Efficiency against effectiveness", {}};
  for (const std::string_view measure : {"iP@0.01", "AiP"}) {
    nlohmann::json rows = nlohmann::json::array();
    Table table{{"run", "task", "ms per topic", std::string(measure)}, {}, 2};
    for (const TrackRunResult& run : track.runs) {
      const auto value = track.value(run, measure);
      if (!run.time_ms || *run.time_ms <= 0 || !value) continue;
      rows.push_back({{"x", *run.time_ms}, {"y", *value}, {"name", run.id}, {"group", title_of(*run.task)}});
      table.rows.push_back(
          {run.id, title_of(*run.task), fmt::format("{:.2f}", *run.time_ms), fmt::format("{:.4f}", *value)});
    }
    if (table.rows.size() < 2) continue;  // one point is no comparison
    const bool labels = table.rows.size() <= kMostLabels;
    section.blocks.emplace_back(Figure{
        fmt::format("efficiency-{}", measure == "AiP" ? "aip" : "ip"),
        fmt::format("{} against time per topic, on a logarithmic axis.", measure),
        scatter_chart(std::move(rows), "milliseconds per topic", measure, {.log_x = true, .labels = labels}),
        std::move(table)});
  }
  return section;
}

}  // namespace fovea
