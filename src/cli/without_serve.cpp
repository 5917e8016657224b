// In the place of serve.cpp where SQLite, libsodium or npm was missing: `fovea serve` says so.
#include "cli/command.h"
#include "cli/console.h"

namespace fovea::cli {

void add_serve_command(CLI::App& app, int& exit) {
  auto* command =
      app.add_subcommand("serve", "Let people judge a pool in their browsers (not in this binary)");
  command->allow_extras();
  command->callback([&exit] {
    say("this binary was built without the assessment server: SQLite, libsodium or npm was missing");
    exit = kUsage;
  });
}

}  // namespace fovea::cli
