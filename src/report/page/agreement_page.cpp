// The page that `compare --agree` writes: two measures over the same runs as a scatter plot.
#include <fmt/format.h>

#include <utility>

#include "report/page/html_page.h"
#include "report/tables/charts.h"

namespace fovea {

namespace {

/// The runs as points, with the line of least squares; `id` names the figure on its page.
Figure scatter_figure(const AgreementReport& report, std::string id) {
  nlohmann::json rows = nlohmann::json::array();
  Table table{{"run", report.first.name, report.second.name}, {}, 1};
  for (std::size_t i = 0; i < report.runs.size(); ++i) {
    rows.push_back({{"x", report.first.means[i]},
                    {"y", report.second.means[i]},
                    {"name", report.runs[i]},
                    {"group", "runs"}});
    table.rows.push_back({report.runs[i], fmt::format("{:.4f}", report.first.means[i]),
                          fmt::format("{:.4f}", report.second.means[i])});
  }
  return {std::move(id),
          fmt::format("{} against {}, {} runs, with the line of least squares.", report.second.name,
                      report.first.name, report.runs.size()),
          scatter_chart(std::move(rows), report.first.name, report.second.name, {.line = true}),
          std::move(table)};
}

}  // namespace

Report agreement_report(std::span<const AgreementReport> reports) {
  Report page;
  page.title = "Agreement";
  page.subtitle = "How alike the same runs are ordered";
  page.account = "Made by fovea compare.";
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const AgreementReport& report = reports[i];
    const std::string id = fmt::format("agreement-{}", i + 1);
    const std::string topics = report.topics ? fmt::format(" over {} topics", *report.topics) : "";
    Section section{id, fmt::format("{} and {}", report.first.name, report.second.name)};
    section.add(ReportTable{id, fmt::format("Correlation of the means of the runs{}.", topics),
                            coefficients(report)});
    if (std::string line = line_of(report); !line.empty()) section.say(std::move(line));
    section.add(scatter_figure(report, id + "-scatter"));
    page.sections.push_back(std::move(section));
  }
  return page;
}

}  // namespace fovea
