#include <fmt/format.h>
#include "measures/measure.h"
#include "text/numbers.h"
namespace fovea {
std::string_view MeasureName::parameter(std::string_view parameter) const {
  for (const auto& [key, value] : parameters) {
    if (key == parameter) return value;
  }
  return {};
}

std::optional<double> MeasureName::number(std::string_view key) const {
  return parse_number(parameter(key));
}

std::optional<std::uint32_t> MeasureName::rank() const {
  return parse_offset(cutoff);
}

std::optional<double> MeasureName::point() const {
  return parse_number(cutoff);
}

std::string to_string(const MeasureName& name) {
  std::string text = name.name;
  for (std::size_t i = 0; i < name.parameters.size(); ++i) {
    text += fmt::format("{}{}={}", i == 0 ? '(' : ',', name.parameters[i].first, name.parameters[i].second);
  }
  if (!name.parameters.empty()) text += ')';
  if (!name.cutoff.empty()) text += '@' + name.cutoff;
  return text;
}

}
