// In the place of serve.cpp and track.cpp where SQLite, libsodium or npm was missing: `fovea serve` and `fovea track` say so.
#include "cli/command.h"
#include "cli/console.h"

namespace fovea::cli {

namespace {

void add_absent(CLI::App& app, int& exit, const char* name, const char* text) {
  auto* command = app.add_subcommand(name, text);
  command->allow_extras();
  command->callback([&exit] {
    say("this binary was built without the assessment server: SQLite, libsodium or npm was missing");
    exit = kUsage;
  });
}

}  // namespace

void add_serve_command(CLI::App& app, int& exit) {
  add_absent(app, exit, "serve", "Let people judge a pool in their browsers (not in this binary)");
}

void add_track_command(CLI::App& app, int& exit) {
  add_absent(app, exit, "track", "Begin a track, and see where it stands (not in this binary)");
}

}  // namespace fovea::cli
