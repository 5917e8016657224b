// The report's charts as Vega-Lite specifications, from rows that Python gives as JSON.
#include "report/tables/charts.h"

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "native.h"
#ifdef FOVEA_HAS_REPORT
#include "report/page/html_page.h"
#endif

namespace fovea::python {

namespace {

using Json = nlohmann::json;

std::string interval(std::string_view rows, std::string_view measure) {
  return interval_chart(Json::parse(rows), measure, "run").dump();
}

std::string lines(std::string_view rows, std::string_view x, std::string_view y, bool share_x) {
  return line_chart(Json::parse(rows), x, y, {.share_x = share_x}).dump();
}

std::string scatter(std::string_view rows, std::string_view x, std::string_view y, bool line, bool labels) {
  return scatter_chart(Json::parse(rows), x, y, {.line = line, .labels = labels}).dump();
}

/// A page that needs nothing else, with one chart.
std::string page(std::string_view chart, const std::string& title, const std::string& caption) {
#ifdef FOVEA_HAS_REPORT
  Report report;
  report.title = title;
  report.account = "Made by fovea for Python.";
  report.version = FOVEA_VERSION;
  Section section{"chart", title, {}};
  section.blocks.emplace_back(Figure{"chart", caption, Json::parse(chart), {}});
  report.sections.push_back(std::move(section));
  return to_html(report);
#else
  static_cast<void>(chart);
  static_cast<void>(title);
  static_cast<void>(caption);
  raise("UsageError",
        "this build of fovea has no report, whose page draws charts: npm was missing when it was built");
#endif
}

}  // namespace

void bind_charts(nb::module_& module) {
  module.def("interval_chart", &interval);
  module.def("line_chart", &lines);
  module.def("scatter_chart", &scatter);
  module.def("chart_page", &page);
}

}  // namespace fovea::python
