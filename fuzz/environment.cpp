// Environments, curves of sweeps, units of chunks and varied settings from anywhere: understood or refused with a message.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "evaluate/track/efficiency_curve.h"
#include "runs/environment.h"
#include "search/chunks/chunk_unit.h"
#include "tune/settings.h"
#include "tune/sweep.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto file = fovea::InputFile::from_memory("f", bytes);
  fovea::Diagnostics said;
  if (const auto environment = fovea::read_environment(file, said)) {
    for (const auto& [name, value] : environment->attributes()) {
      if (!fovea::is_environment_attribute(name)) std::abort();
    }
  } else if (said.ok()) {
    std::abort();
  }
  fovea::Diagnostics said_of_curve;
  if (const auto curve = fovea::read_efficiency_curve(file, said_of_curve)) {
    for (const fovea::EfficiencyPoint& point : curve->points) {
      if (point.settings.size() != curve->settings.size() || point.scores.size() != curve->measures.size())
        std::abort();
    }
  } else if (said_of_curve.ok()) {
    std::abort();
  }
  if (const auto unit = fovea::search::parse_chunk_unit(bytes)) {
    if (fovea::search::parse_chunk_unit(to_text(*unit)) != unit) std::abort();
  }
  if (const auto place = fovea::search::place_of_chunk(bytes)) {
    if (fovea::search::chunk_id(place->document, place->span) != bytes) std::abort();
  }
  fovea::Diagnostics said_of_settings;
  const bool varied = fovea::tune::parse_varied(bytes, {}, said_of_settings).has_value();
  if (!varied && said_of_settings.ok()) std::abort();
  (void)fovea::tune::parse_sweep(bytes, {}, said_of_settings);
  return 0;
}
