// Measure names from arbitrary text: what is accepted must print and parse to itself, what is not must be
// reported.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "measures/measure_name.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // Longer lists say nothing new, and every fault in them looks through all names for the nearest.
  constexpr std::size_t kLongest = 120;
  const std::string_view text(reinterpret_cast<const char*>(data), std::min(size, kLongest));
  fovea::Diagnostics diagnostics;
  const auto names = fovea::parse_measures(text, diagnostics);
  if (names.has_value() != diagnostics.ok()) std::abort();
  if (!names) return 0;
  for (const fovea::MeasureName& name : *names) {
    if (fovea::make_measure(name) == nullptr) std::abort();
    const auto again = fovea::parse_measures(fovea::to_string(name), diagnostics);
    if (!again || again->size() != 1 || again->front() != name) std::abort();
  }
  return 0;
}
