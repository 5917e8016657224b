// The charts of the report as Vega-Lite specifications. Each takes its figures as rows of JSON objects.
//
// Every specification stands by itself: figures/*.vl.json can be opened in any Vega-Lite editor. The page
// draws the same ones in its own colours and as wide as there is room; what it has to know for that, before it
// draws, stands in usermeta.fovea (web/src/chart_layout.ts).
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fovea {

/// Names in rank order with a mean and the ends of its interval: fields name, mean, low, high. `named` says what they
/// are names of.
nlohmann::json interval_chart(nlohmann::json rows, std::string_view measure, std::string_view named);

/// Lines over recall or the like: fields x, y, name. Lines that are the same become one, which has
/// the names of all.
struct LineOptions {
  bool share_x = true;  ///< x is a share, drawn from 0 to 1; else it begins at 0 and ends with the data
  bool log_x = false;   ///< with share_x false: a logarithmic axis
  bool dashes = false;  ///< lines of many points, told apart by dashes instead of symbols
};
nlohmann::json line_chart(nlohmann::json rows, std::string_view x, std::string_view y,
                          LineOptions options = {});

/// How many of some numbers are how large, in bins of one width that cover them and no more.
nlohmann::json histogram_chart(std::span<const std::uint64_t> values, std::string_view x, std::string_view y);

/// What a scatter plot shows beside its points.
struct ScatterOptions {
  bool line = false;   ///< of least squares
  bool log_x = false;  ///< else both axes are linear
  bool ranks = false;  ///< both axes count
  bool names = true;   ///< points have names (field name) and belong to groups (field group) with own colours
  bool labels = false;  ///< the names are written beside the points
};
/// Points: fields x, y, and with names also name and group.
nlohmann::json scatter_chart(nlohmann::json rows, std::string_view x, std::string_view y,
                             ScatterOptions options);

/// A tree laid out as an outline, a row per node and a step to the right per level. Fields of a node: row, depth, label, and kind,
/// which has a colour of its own; `edges` are lines: fields x, y, x2, y2 in depths and rows.
nlohmann::json tree_chart(nlohmann::json nodes, nlohmann::json edges);

/// One kind of cell of a matrix.
struct CellKind {
  std::string_view name;
  std::string_view colour;
  std::string_view text;         ///< colour of what is written in it
  std::string_view dark_colour;  ///< the same on a dark page
  std::string_view dark_text;
};
struct CellSize {
  int width;
  int height;
};
/// Cells of some kinds: fields row, column, kind, text (written into the cell), note (for the tooltip).
nlohmann::json matrix_chart(nlohmann::json rows, const std::vector<std::string>& down,
                            const std::vector<std::string>& across, std::span<const CellKind> kinds,
                            CellSize cell);

}  // namespace fovea
