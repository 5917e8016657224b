// How values become places along an axis of a chart, and where its ticks are: linear, logarithmic, or one band per name.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace fovea {

struct AxisTick {
  double at = 0;  ///< a pixel
  std::string label;
};

class ChartScale {
 public:
  /// An axis as a Vega-Lite channel describes it ({field, type, scale, axis}). `values` are all that is shown along it: numbers,
  /// or names in their order. `pixels` is its length.
  ChartScale(const nlohmann::json& channel, const nlohmann::json& values, double pixels);

  /// Where a value is, from 0 to pixels; the middle of its band for a name.
  double at(const nlohmann::json& value) const;
  /// The width of a band; 0 on an axis of numbers.
  double band() const { return names_.empty() ? 0 : pixels_ / static_cast<double>(names_.size()); }
  const std::vector<AxisTick>& ticks() const { return ticks_; }

 private:
  void fit(const nlohmann::json& scale, const nlohmann::json& values);
  void put_ticks(const nlohmann::json& axis);
  double place(double value) const;

  std::vector<std::string> names_;
  bool log_ = false;
  bool reverse_ = false;
  double low_ = 0, high_ = 1;
  double step_ = 0.2;
  double pixels_;
  std::vector<AxisTick> ticks_;
};

}  // namespace fovea
