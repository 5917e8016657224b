// What `compare --folder` writes: per measure the ranking with a matrix of stars, as the papers print it, and the means with
// their intervals.
#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "report/page/html_page.h"
#include "report/tables/charts.h"
#include "report/track/experiment_figures.h"
#include "report/track/track_sections.h"

namespace fovea {

namespace {

/// A row per run in the order that they are shown in; in the column of another run, '*' says that the run is significantly better
/// than that one, '-' that it is not, '?' that no test was possible. Without the matrix where runs were compared with baselines only.
Table ranking_table(const MeasureComparison& measure, bool matrix) {
  const bool other_order = !measure.order.empty();
  Table table{{"rank", "run", "mean"}, {}, 2};
  if (other_order) table.header.push_back("rank by " + measure.measure);
  const std::size_t before_matrix = table.header.size();
  std::vector<std::size_t> rank_of(measure.runs.size()), place_of(measure.runs.size());
  for (std::size_t rank = 0; rank < measure.comparison.ranking.size(); ++rank)
    rank_of[measure.comparison.ranking[rank].run] = rank;
  for (const std::size_t run : shown_order(measure)) {
    place_of[run] = table.rows.size();
    const std::string place = std::to_string(place_of[run] + 1);
    table.rows.push_back(
        {place, measure.runs[run], four_decimals(measure.comparison.ranking[rank_of[run]].mean)});
    if (other_order) table.rows.back().push_back(std::to_string(rank_of[run] + 1));
    if (!matrix) continue;
    table.header.push_back(place);
    table.rows.back().resize(before_matrix + measure.runs.size());
  }
  for (const stats::ComparedPair& pair : measure.comparison.pairs) {
    if (!matrix) break;
    const auto [first, second] = pair.runs;
    const bool first_better = rank_of[first] < rank_of[second];
    const std::size_t better = place_of[first_better ? first : second];
    const std::size_t worse = place_of[first_better ? second : first];
    table.rows[better][before_matrix + worse] = pair.significant ? "*" : pair.p ? "-" : "?";
  }
  return table;
}

Figure means_figure(const MeasureComparison& measure, double confidence) {
  nlohmann::json rows = nlohmann::json::array();
  Table table{{"run", "mean", "from", "to"}, {}, 1};
  for (const stats::RankedRun& ranked : measure.comparison.ranking) {
    const double low = ranked.interval ? ranked.interval->low : ranked.mean;
    const double high = ranked.interval ? ranked.interval->high : ranked.mean;
    const std::string& run = measure.runs[ranked.run];
    rows.push_back({{"name", run}, {"mean", ranked.mean}, {"low", low}, {"high", high}});
    table.rows.push_back({run, four_decimals(ranked.mean), four_decimals(low), four_decimals(high)});
  }
  return {"means-" + file_name_of(measure.measure),
          fmt::format("Means of {} with {:g} % intervals.", measure.measure, 100 * confidence),
          interval_chart(std::move(rows), measure.measure, "run"), std::move(table)};
}

}  // namespace

Report comparison_report(const ComparisonReport& report) {
  Report page;
  page.title = "Comparison of runs";
  page.account = describe(report.plan) + ".";
  page.has_files = true;
  for (const MeasureComparison& measure : report.measures) {
    const std::string id = file_name_of(measure.measure);
    Section section{id, measure.measure};
    section.add(
        ReportTable{.id = "ranking-" + id,
                    .caption = fmt::format("{}; {} of {} pairs significant.", describe(measure, report.plan),
                                           measure.comparison.significant(), measure.comparison.tested()),
                    .table = ranking_table(measure, report.baselines.empty())});
    section.add(means_figure(measure, report.plan.confidence()));
    page.sections.push_back(std::move(section));
  }
  return page;
}

}  // namespace fovea
