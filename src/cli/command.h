// The commands of `fovea`. Each lives in a file of its own: it adds its options to the parser and, when
// called, hands them to the rooms that do the work.
#pragma once

#include <CLI/CLI.hpp>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::cli {

/// What the shell sees. Bad input comes before broken rules: 3 says that nothing else is wrong.
enum ExitCode : int {
  kFine = 0,
  kUsage = 1,
  kBadInput = 2,
  kInvalidRun = 3,
  kNothingInCommon = 4,
};

/// What a code means; a command may say it more closely.
struct ExitMeaning {
  ExitCode code;
  std::string_view meaning = {};
};
/// All of them, for the man page and the help of every command.
inline constexpr std::array<ExitMeaning, 5> kExitMeanings{
    {{kFine, "fine"},
     {kUsage, "usage"},
     {kBadInput, "bad input"},
     {kInvalidRun, "a run breaks the rules of its task"},
     {kNothingInCommon, "nothing in common"}}};
/// "0 fine, 1 usage, 2 bad input": the codes of a command, with the table's meaning where it gives none of its own.
std::string exit_codes(const std::vector<ExitMeaning>& codes);
/// The same as a sentence, for the help of a command: "Exit codes: 0 fine, 1 usage, 2 bad input."
std::string exit_sentence(const std::vector<ExitMeaning>& codes);

/// The commands in the order of the help: a new one is its file and a line here. NAME is added by
/// add_NAME_command(), which gives its options to a subcommand of `app` and leaves the exit code in `exit` when that
/// is called.
#define FOVEA_COMMANDS(COMMAND) \
  COMMAND(catalog)              \
  COMMAND(topics)               \
  COMMAND(chunk)                \
  COMMAND(index)                \
  COMMAND(search)               \
  COMMAND(tune)                 \
  COMMAND(pool)                 \
  COMMAND(track)                \
  COMMAND(serve)                \
  COMMAND(check)                \
  COMMAND(convert)              \
  COMMAND(fuse)                 \
  COMMAND(eval)                 \
  COMMAND(measures)             \
  COMMAND(judgements)           \
  COMMAND(compare)              \
  COMMAND(simulate)             \
  COMMAND(fidelity)             \
  COMMAND(reliability)          \
  COMMAND(stats)                \
  COMMAND(report)               \
  COMMAND(demo)                 \
  COMMAND(completion)           \
  COMMAND(man)

#define FOVEA_DECLARE_COMMAND(name) void add_##name##_command(CLI::App& app, int& exit);
FOVEA_COMMANDS(FOVEA_DECLARE_COMMAND)
#undef FOVEA_DECLARE_COMMAND

/// The program's arguments, its name first, as main() was given them.
std::vector<std::string>& program_arguments();

}  // namespace fovea::cli
