#include <fovea/report/track/track_report.h>

int main() {
  fovea::Diagnostics said;
  const auto track = fovea::read_track("track.toml", said);
  const auto evaluation = track ? fovea::evaluate_track(*track, {}, said) : std::nullopt;
  if (evaluation) fovea::write_report(fovea::make_track_report(*evaluation, said), "report");
  return said.ok() ? 0 : 2;
}
