// Parameters that several graded measures share, read from a measure's name.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "measures/graded/quantisation.h"
#include "measures/measure.h"

namespace fovea {

inline constexpr std::string_view kQuantMeaning =
    "quantisation of a pair of grades: strict, gen, sog, or a file with lines 'e s value'";
inline constexpr std::string_view kAlphaMeaning =
    "how little is left of what was seen before, 0 to 1: with 1 it is worth nothing";

/// `quant=`, or the default where it is not given.
inline std::optional<Quantisation> quantisation_of(const MeasureName& name, std::string_view default_name,
                                                   std::string& why) {
  const std::string_view given = name.parameter("quant");
  return quantisation_for(given.empty() ? default_name : given, why);
}

/// A parameter that is a whole number from `low` to `high`; the default where it is not given.
inline std::optional<std::uint64_t> whole_number(const MeasureName& name, std::string_view parameter,
                                                 std::uint64_t default_value, std::uint64_t low,
                                                 std::uint64_t high, std::string& why) {
  if (name.parameter(parameter).empty()) return default_value;
  const auto value = name.number(parameter);
  if (value && *value >= static_cast<double>(low) && *value <= static_cast<double>(high)) {
    const auto whole = static_cast<std::uint64_t>(*value);
    if (static_cast<double>(whole) == *value) return whole;
  }
  why = fmt::format("{} is a whole number from {} to {}", parameter, low, high);
  return std::nullopt;
}

}  // namespace fovea
