#include <fovea/report/report.h>

int main() {
  fovea::Diagnostics said;
  fovea::write_track_report("track.toml", "report", {}, said);
  return said.ok() ? 0 : 2;
}
