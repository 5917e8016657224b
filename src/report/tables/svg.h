// A chart as an SVG picture that needs no browser: for LaTeX, PDF, slides and documents.
//
// charts.h describes a chart once, in Vega-Lite; the report's page draws that description with Vega, and this file draws the
// same description where there is no browser. It knows the part of Vega-Lite that charts.cpp uses: layers of lines, points,
// rules, rectangles and texts over axes of numbers or names, and a legend below. Colours are classes of a style sheet: light,
// and dark where the viewer is; what turns SVG into PDF takes the light ones.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace fovea {

/// `caption` becomes the picture's title, for those who hear it. The picture is as large as the chart with its axes and its
/// legend, on a ground of its own: white or dark, so that it can be read wherever it is shown.
std::string to_svg(const nlohmann::json& chart, std::string_view caption);

}  // namespace fovea
