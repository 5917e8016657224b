// Agreements to look at: the runs as points, one side across and the other up, and the line through them.
#pragma once

#include <span>
#include <string>

#include "report/tables/agreement_report.h"

namespace fovea {

/// One self-contained page with a section for every agreement: coefficients, line and plot.
std::string to_html(std::span<const AgreementReport> reports);

}  // namespace fovea
