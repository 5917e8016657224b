// Experiments with runs of known worth, laid out for a report: curves of runs, expected orders and what became of them.
#pragma once

#include <span>
#include <string>

#include "report/tables/fidelity_report.h"
#include "report/track/report_model.h"

namespace fovea {

/// One line per run, and one for the most that can be reached where the curves say it.
Figure curves_figure(std::string id, std::string caption, const RunCurves& curves);

/// Adds the figure of a measure, named after it.
void add_curves(Section& section, const RunCurves& curves);

/// Every expected order under every measure, as a matrix of signs and colours.
Figure orders_figure(std::span<const MeasureVerdict> verdicts);

/// How many orders each measure keeps and breaks, and which it breaks.
ReportTable verdicts_table(std::span<const MeasureVerdict> verdicts);

/// The whole experiment: means, curves, orders, verdicts. `title` says what was tried.
Report experiment_page(const FidelityReport& report, std::string title);

/// "inex2002(quant=sog)" → "inex2002-quant-sog": a name for files and links.
std::string file_name_of(std::string_view measure);

}  // namespace fovea
