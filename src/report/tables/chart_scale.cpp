#include "report/tables/chart_scale.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fovea {

namespace {

using nlohmann::json;

/// 1, 2 or 5 times a power of ten: the distance of about `count` ticks over a range.
double step_of(double range, int count) {
  const double raw = range / count;
  const double power = std::pow(10, std::floor(std::log10(raw)));
  const double error = raw / power;
  return power * (error >= std::sqrt(50) ? 10 : error >= std::sqrt(10) ? 5 : error >= std::sqrt(2) ? 2 : 1);
}

std::string with_commas(double value) {
  std::string digits = fmt::format("{:.0f}", std::abs(value));
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return value < 0 ? "-" + digits : digits;
}

/// As Vega writes it: by the format where there is one, else with the decimals that tell ticks apart.
std::string label_of(double value, std::string_view format, double step) {
  if (format.ends_with('d')) return with_commas(value);
  if (format.ends_with('f')) return fmt::format("{:.{}f}", value, format[format.size() - 2] - '0');
  const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 9);
  return decimals == 0 ? with_commas(value) : fmt::format("{:.{}f}", value, decimals);
}

}  // namespace

ChartScale::ChartScale(const json& channel, const json& values, double pixels) : pixels_(pixels) {
  const json scale = channel.value("scale", json::object());
  const json axis =
      channel.contains("axis") && channel["axis"].is_object() ? channel["axis"] : json::object();
  if (channel.value("type", "quantitative") == "nominal") {
    for (const json& name : scale.value("domain", values)) names_.push_back(name.get<std::string>());
    for (const std::string& name : names_) ticks_.push_back({at(name), name});
    return;
  }
  log_ = scale.value("type", "linear") == "log";
  reverse_ = scale.value("reverse", false);
  if (!values.empty()) fit(scale, values);
  put_ticks(axis);
}

void ChartScale::fit(const json& scale, const json& values) {
  const auto [low, high] =
      std::minmax_element(values.begin(), values.end(),
                          [](const json& a, const json& b) { return a.get<double>() < b.get<double>(); });
  low_ = low->get<double>();
  high_ = high->get<double>();
  if (scale.contains("domain")) {
    low_ = scale["domain"][0].get<double>();
    high_ = scale["domain"][1].get<double>();
  } else if (log_) {
    low_ = std::pow(10, std::floor(std::log10(low_)));
    high_ = std::pow(10, std::ceil(std::log10(high_)));
    if (low_ == high_) high_ *= 10;
    return;
  } else if (scale.value("zero", true)) {
    low_ = std::min(low_, 0.0);
    high_ = std::max(high_, 0.0);
  }
  if (low_ == high_) high_ = low_ + 1;
  if (const double padding = scale.value("padding", 0.0); padding > 0) {
    const double more = (high_ - low_) * padding / (pixels_ - 2 * padding);
    low_ -= more;
    high_ += more;
  }
  constexpr int kTicks = 6;
  step_ = step_of(high_ - low_, kTicks);
  if (!scale.contains("domain") && scale.value("nice", true)) {
    low_ = std::floor(low_ / step_ + 1e-9) * step_;
    high_ = std::ceil(high_ / step_ - 1e-9) * step_;
  }
}

void ChartScale::put_ticks(const json& axis) {
  const std::string format = axis.value("format", "");
  const auto put = [&](double value, double step) {
    ticks_.push_back({place(value), label_of(value, format, step)});
  };
  if (axis.contains("values")) {
    for (const json& value : axis["values"]) put(value.get<double>(), step_);
  } else if (log_) {
    for (double power = low_; power <= high_ * 1.0001; power *= 10) put(power, power);
  } else {
    double step = step_of(high_ - low_, axis.value("tickCount", 6));
    step = std::max(step, axis.value("tickMinStep", 0.0));
    // Counted, because sums of a step drift.
    const auto first = static_cast<std::int64_t>(std::ceil(low_ / step - 1e-9));
    const auto last = static_cast<std::int64_t>(std::floor(high_ / step + 1e-9));
    for (std::int64_t i = first; i <= last; ++i) put(static_cast<double>(i) * step, step);
  }
}

double ChartScale::place(double value) const {
  const double share =
      log_ ? std::log(value / low_) / std::log(high_ / low_) : (value - low_) / (high_ - low_);
  return pixels_ * (reverse_ ? 1 - share : share);
}

double ChartScale::at(const json& value) const {
  if (names_.empty()) return place(value.get<double>());
  const auto name = std::ranges::find(names_, value.get<std::string>());
  return band() * (static_cast<double>(name - names_.begin()) + 0.5);
}

}  // namespace fovea
