// A report as one HTML file that needs nothing else: script, style and data stand inside.
//
// Headings, tables and captions are plain HTML and can be read without the script, which draws the charts and
// fills the two interactive parts.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "report/tables/agreement_report.h"
#include "report/tables/comparison_report.h"
#include "report/track/report_model.h"

namespace fovea {

std::string to_html(const Report& report);

/// Agreements to look at, a section for each: coefficients, the runs as points, one side across and the other up, and the
/// line through them.
Report agreement_report(std::span<const AgreementReport> reports);

/// Rankings with significance, a section per measure.
Report comparison_report(const ComparisonReport& report);

/// Whether these are the bytes of a page that to_html() made.
bool is_report_page(std::string_view bytes);

}  // namespace fovea
