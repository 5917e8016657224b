#include "cli/program.h"

#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "cli/command.h"
#include "cli/console.h"
#include "cli/help.h"
#include "cli/hints.h"
#include "cli/report_parts.h"
#include "cli/terminal_output.h"
#include "cli/usage.h"
#include "files/mapping.h"
#include "files/replaced.h"
#include "files/standard_streams.h"
#include "files/temporary.h"

// Laid down by cmake/embed.cmake.
extern "C" {
extern const char fovea_notice[];
extern const char fovea_notice_end[];
}

namespace {

/// The command that is called, where its options are all that is asked for: making those of every command is half of
/// the time to start. Empty for what speaks of all of them: the help, completion, man pages, and a name that is none.
std::string_view only_command(std::string_view first) {
  if (first == "completion" || first == "man") return {};
#define FOVEA_IS_COMMAND(name) \
  if (first == #name) return first;
  FOVEA_COMMANDS(FOVEA_IS_COMMAND)
#undef FOVEA_IS_COMMAND
  return {};
}

/// The NOTICE file and, where the report is in this binary, what the head of its script says.
std::string notices() {
  std::string text(fovea_notice, static_cast<std::size_t>(fovea_notice_end - fovea_notice));
  if (fovea::cli::has_report())
    text += "\nIn the script of the report:\n\n" + std::string(fovea::cli::report_notices());
  return text;
}

int run(int argc, char** argv) {
  CLI::App app("Evaluation of focused retrieval: elements, passages, entry points, chunks.", "fovea");
  app.set_version_flag("-V,--version", "fovea " FOVEA_VERSION);
  app.add_flag_callback(
         "--licences", [] { throw CLI::CallForVersion(notices(), 0); },
         "Print the licences of what this binary contains and exit")
      ->trigger_on_parse();
  app.require_subcommand(1);
  app.formatter(fovea::cli::make_help_formatter(fovea::cli::output_width()));
  app.footer("'fovea help COMMAND' tells more about one command.");

  int exit = fovea::cli::kFine;
  fovea::cli::program_arguments().assign(argv, argv + argc);
  const std::string_view only = only_command(argc > 1 ? argv[1] : "");
#define FOVEA_ADD_COMMAND(name) \
  if (only.empty() || only == #name) fovea::cli::add_##name##_command(app, exit);
  FOVEA_COMMANDS(FOVEA_ADD_COMMAND)
#undef FOVEA_ADD_COMMAND

  // `fovea help COMMAND` is `fovea COMMAND --help`; `fovea help` is `fovea --help`.
  std::vector<std::string> arguments(argv + 1, argv + argc);
  if (!arguments.empty() && arguments.front() == "help") {
    arguments.erase(arguments.begin());
    arguments.emplace_back("--help");
  }
  if (arguments.size() == 1 && arguments.front() == "version") arguments.front() = "--version";
  if (arguments.empty()) arguments.emplace_back("--help");
  if (fovea::cli::is_unknown_command(app, arguments.front())) return fovea::cli::kUsage;

  const fovea::cli::HintsOf hints(app);
  try {
    // CLI11 takes the arguments from the back.
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ParseError& error) {
    return fovea::cli::usage_exit(app, error);
  }
  return exit;
}

/// Runs the command and closes standard output: whatever of it was lost, here or on the way, is an error, whichever
/// command it was and however well it ended.
int run_and_close(int argc, char** argv) {
  int exit = fovea::cli::kBadInput;
  std::string fault;
  std::error_code reason;
  try {
    exit = run(argc, argv);
  } catch (const std::bad_alloc&) {
    fault = "out of memory";
  } catch (const std::filesystem::filesystem_error& error) {
    // Its own text quotes paths and names the function that failed.
    fault = fmt::format("{}: {}", error.path1().string(), error.code().message());
    reason = error.code();
  } catch (const std::system_error& error) {
    fault = error.what();
    reason = error.code();
  } catch (const std::exception& error) {
    fault = error.what();
  }
  bool lost = std::ferror(stdout) != 0;
  if (std::fclose(stdout) != 0) {
    lost = true;
    reason = {errno, std::generic_category()};
  }
  if (lost) {
    exit = fovea::cli::kBadInput;
    // A reader that has gone away needs no message, even where its signal is blocked.
    fault = reason == std::errc::broken_pipe
                ? ""
                : fmt::format("cannot write to standard output: {}", reason.message());
  }
  if (!fault.empty()) fovea::cli::say(fault);
  return exit;
}

}  // namespace

namespace fovea::cli {

int run_program(int argc, char** argv) {
  hold_standard_streams();
  // A reader that goes away (`fovea … | head`) ends us quietly, as it does other filters.
  std::signal(SIGPIPE, SIG_DFL);
  // A limit on the size of files is an error like a full disk.
  std::signal(SIGXFSZ, SIG_IGN);
  clean_up_on_signals();
  protect_inputs();
  show_controls_on_terminal();
  end_when_a_file_is_cut(kBadInput);
  return run_and_close(argc, argv);
}

}  // namespace fovea::cli
