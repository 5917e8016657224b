#include <algorithm>

#include "report/agreement_page.h"
#include "report/agreement_report.h"
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

}  // namespace

Section agreement_section(const TrackEvaluation& track) {
  Section section{"agreement", "Agreement of measures", {}};
  const SharedMeans shared = shared_means(track);
  if (shared.runs.size() < 2 || shared.measures.size() < 2) {
    section.blocks.emplace_back(Paragraph{"There are too few runs or measures to compare rankings."});
    return section;
  }
  const std::size_t topics = track.judgements->topics().size();
  std::vector<AgreementReport> reports;
  for (std::size_t i = 0; i < shared.measures.size(); ++i) {
    for (std::size_t j = i + 1; j < shared.measures.size(); ++j) {
      reports.push_back(make_agreement(shared.runs, topics, shared.measures[i], shared.measures[j]));
    }
  }
  section.blocks.emplace_back(Paragraph{
      "All valid runs, whatever their task, under the same measures: how alike do the measures order them?"});
  section.blocks.emplace_back(
      ReportTable{"agreement", "Rank correlations between measures.", to_table(reports)});
  const auto span = std::find_if(reports.begin(), reports.end(), [](const AgreementReport& report) {
    return report.first.name.starts_with("AgP") && report.second.name == "AP";
  });
  section.blocks.emplace_back(
      scatter_figure(span == reports.end() ? reports.front() : *span, "agreement-scatter"));
  return section;
}

}  // namespace fovea
