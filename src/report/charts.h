// The charts of the report as Vega-Lite specifications. Each takes its figures as rows of JSON objects.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace fovea {

/// Names in rank order with a mean and the ends of its interval: fields name, mean, low, high.
nlohmann::json interval_chart(nlohmann::json rows, std::string_view measure);

/// Lines over a shared axis: fields x, y, name.
nlohmann::json line_chart(nlohmann::json rows, std::string_view x, std::string_view y);

/// Bars in the order given: fields bin, count.
nlohmann::json bar_chart(nlohmann::json rows, std::string_view x, std::string_view y);

/// What a scatter plot shows beside its points.
struct ScatterOptions {
  bool line = false;  ///< of least squares
  bool log_x = false;
};
/// Points: fields x, y, name.
nlohmann::json scatter_chart(nlohmann::json rows, std::string_view x, std::string_view y,
                             ScatterOptions options);

/// A square of pairs: fields row, column, p and significant.
nlohmann::json matrix_chart(nlohmann::json rows, const std::vector<std::string>& order);

}  // namespace fovea
