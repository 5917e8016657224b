#include <fmt/format.h>

#include <iterator>

#include "report/agreement_report.h"
#include "report/charts.h"
#include "report/track_sections.h"

namespace fovea {

namespace {

struct SharedMeans {
  std::vector<std::string> runs;
  std::vector<RunMeans> measures;
};

/// Means of all valid runs under the measures that every one of them has.
SharedMeans shared_means(const TrackEvaluation& track) {
  SharedMeans shared;
  for (const TrackRunResult& run : track.runs) {
    if (run.valid) shared.runs.push_back(run.id);
  }
  for (const std::string_view measure : kSharedMeasures) {
    RunMeans means{std::string(measure), {}};
    for (const TrackRunResult& run : track.runs) {
      if (const auto value = track.value(run, measure)) means.means.push_back(*value);
    }
    if (means.means.size() == shared.runs.size()) shared.measures.push_back(std::move(means));
  }
  return shared;
}

Figure scatter(const AgreementReport& report) {
  nlohmann::json rows = nlohmann::json::array();
  Table table{{"run", report.first.name, report.second.name}, {}, 1};
  for (std::size_t i = 0; i < report.runs.size(); ++i) {
    rows.push_back({{"x", report.first.means[i]}, {"y", report.second.means[i]}, {"name", report.runs[i]}});
    table.rows.push_back({report.runs[i], fmt::format("{:.4f}", report.first.means[i]),
                          fmt::format("{:.4f}", report.second.means[i])});
  }
  return {"agreement-scatter",
          fmt::format("{} against {}, all valid runs, with the line of least squares.", report.second.name,
                      report.first.name),
          scatter_chart(std::move(rows), report.first.name, report.second.name, {.line = true}),
          std::move(table)};
}

}  // namespace

Section agreement_section(const TrackEvaluation& track) {
  Section section{"agreement", "Agreement of measures", {}};
  const SharedMeans shared = shared_means(track);
  if (shared.runs.size() < 2 || shared.measures.size() < 2) {
    section.blocks.emplace_back(Paragraph{"There are too few runs or measures to compare rankings."});
    return section;
  }
  std::vector<AgreementReport> reports;
  for (std::size_t i = 0; i < shared.measures.size(); ++i) {
    for (std::size_t j = i + 1; j < shared.measures.size(); ++j) {
      reports.push_back(make_agreement(shared.runs, shared.measures[i], shared.measures[j]));
    }
  }
  section.blocks.emplace_back(Paragraph{
      "All valid runs, whatever their task, under the same measures: how alike do the measures order them?"});
  section.blocks.emplace_back(
      ReportTable{"agreement", "Rank correlations between measures.", to_table(reports)});
  const auto span = std::find_if(reports.begin(), reports.end(), [](const AgreementReport& report) {
    return report.first.name.starts_with("AgP") && report.second.name == "AP";
  });
  section.blocks.emplace_back(scatter(span == reports.end() ? reports.front() : *span));
  return section;
}

}  // namespace fovea
