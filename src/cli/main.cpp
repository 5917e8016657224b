// `fovea`: one binary, one command per file of this folder.
#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/console.h"
#include "files/temporary.h"
#include "text/nearest.h"

namespace {

/// CLI11 answers usage errors with codes above 100; ours is 1 for all of them, 0 for help and version.
int usage_exit(const CLI::App& app, const CLI::ParseError& error) {
  return app.exit(error) == 0 ? fovea::cli::kFine : fovea::cli::kUsage;
}

/// Says so, with the nearest commands, when `word` is meant as a command and is none.
bool is_unknown_command(const CLI::App& app, const std::string& word) {
  std::vector<std::string> commands{"help"};
  for (const CLI::App* command : app.get_subcommands({})) commands.push_back(command->get_name());
  if (word.starts_with("-") || std::find(commands.begin(), commands.end(), word) != commands.end())
    return false;
  fovea::cli::say(fmt::format(
      "'{}' is not a command{}", word,
      fovea::did_you_mean(word, std::vector<std::string_view>(commands.begin(), commands.end()))));
  fovea::cli::say("'fovea --help' lists them");
  return true;
}

int run(int argc, char** argv) {
  CLI::App app("Evaluation of focused retrieval: elements, passages, entry points, chunks.", "fovea");
  app.set_version_flag("--version", "fovea " FOVEA_VERSION);
  app.require_subcommand(1);
  app.get_formatter()->column_width(34);
  app.footer("'fovea help COMMAND' tells more about one command.");

  int exit = fovea::cli::kFine;
  const std::vector<std::string> command_line(argv, argv + argc);
  fovea::cli::add_catalog_command(app, exit);
  fovea::cli::add_topics_command(app, exit);
  fovea::cli::add_check_command(app, exit);
  fovea::cli::add_convert_command(app, exit);
  fovea::cli::add_eval_command(app, command_line, exit);
  fovea::cli::add_measures_command(app, exit);
  fovea::cli::add_judgements_command(app, exit);
  fovea::cli::add_compare_command(app, exit);
  fovea::cli::add_simulate_command(app, exit);
  fovea::cli::add_fidelity_command(app, exit);
  fovea::cli::add_reliability_command(app, exit);
  fovea::cli::add_stats_command(app, exit);
  fovea::cli::add_report_command(app, exit);
  fovea::cli::add_demo_command(app, exit);
  fovea::cli::add_completion_command(app, exit);

  // `fovea help COMMAND` is `fovea COMMAND --help`; `fovea help` is `fovea --help`.
  std::vector<std::string> arguments(argv + 1, argv + argc);
  if (!arguments.empty() && arguments.front() == "help") {
    arguments.erase(arguments.begin());
    arguments.emplace_back("--help");
  }
  if (arguments.empty()) arguments.emplace_back("--help");
  if (is_unknown_command(app, arguments.front())) return fovea::cli::kUsage;

  try {
    // CLI11 takes the arguments from the back.
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ParseError& error) {
    return usage_exit(app, error);
  }
  return exit;
}

}  // namespace

int main(int argc, char** argv) {
  // A reader that goes away (`fovea … | head`) ends us quietly, as it does other filters.
  std::signal(SIGPIPE, SIG_DFL);
  // A limit on the size of files is an error like a full disk.
  std::signal(SIGXFSZ, SIG_IGN);
  fovea::clean_up_on_signals();
  try {
    return run(argc, argv);
  } catch (const std::bad_alloc&) {
    fovea::cli::say("out of memory");
  } catch (const std::exception& error) {
    fovea::cli::say(error.what());
  }
  return fovea::cli::kBadInput;
}
