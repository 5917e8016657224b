// Track files: no crash; what cannot be read as TOML has a place, and a run never comes without its file.
#include <cstdint>
#include <cstdlib>

#include "evaluate/track/track.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // No file is beside this one, so that the outcome depends on the bytes alone, but for runs like "/*".
  const auto file =
      fovea::InputFile::from_memory("/nonexistent/track.toml", {reinterpret_cast<const char*>(data), size});
  fovea::Diagnostics diagnostics;
  const auto track = fovea::read_track(file, diagnostics);
  if (!track) {
    if (diagnostics.ok()) std::abort();
    return 0;
  }
  for (const fovea::TrackRun& run : track->runs) {
    if (run.file.empty() || run.place.line == 0) std::abort();
    if (run.time_ms && !(*run.time_ms >= 0)) std::abort();
  }
  // A track without runs is never fine; one without judgements is what pools are made of.
  if (track->runs.empty() && diagnostics.ok()) std::abort();
  return 0;
}
