// A report as one HTML file that needs nothing else: script, style and data stand inside.
//
// Headings, tables and captions are plain HTML and can be read without the script, which draws the charts and
// fills the two interactive parts.
#pragma once

#include <string>

#include "report/track/report_model.h"

namespace fovea {

std::string to_html(const Report& report);

}  // namespace fovea
