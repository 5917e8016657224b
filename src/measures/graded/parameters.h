// Parameters that several graded measures share, read from a measure's name.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "measures/graded/quantisation.h"
#include "measures/measure.h"

namespace fovea {

inline constexpr std::string_view kQuantMeaning =
    "quantisation of a pair of grades: strict, gen, sog, or a file with lines 'e s value'";
inline constexpr std::string_view kAlphaMeaning =
    "how little is left of what was seen before: with 1 it is worth nothing";

/// `quant=`, or the default where it is not given.
inline std::optional<Quantisation> quantisation_of(const MeasureName& name, std::string_view default_name,
                                                   std::string& why) {
  const std::string_view given = name.parameter("quant");
  return quantisation_for(given.empty() ? default_name : given, why);
}

}  // namespace fovea
