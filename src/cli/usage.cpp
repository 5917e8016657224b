#include "cli/usage.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "cli/command.h"
#include "cli/console.h"
#include "cli/help.h"
#include "evaluate/file_kind.h"
#include "files/diagnostics.h"
#include "files/input.h"
#include "measures/measure_name.h"
#include "text/nearest.h"

namespace fovea::cli {

namespace {

/// The innermost command that was understood.
const CLI::App& asked_command(const CLI::App& app) {
  const CLI::App* command = &app;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  return *command;
}

std::string full_name(const CLI::App& command) {
  const CLI::App* const parent = command.get_parent();
  return parent == nullptr ? command.get_name() : full_name(*parent) + " " + command.get_name();
}

/// "; did you mean '--measure'?". A letter that is none stands for the options that begin with it.
std::string meant_option(const CLI::App& command, const std::string& word) {
  std::vector<std::string> known;
  const bool letter = word.size() == 2;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      if (!letter || name.front() == word[1]) known.push_back("--" + name);
    }
  }
  if (!letter) {
    const std::string name = word.substr(0, word.find('='));
    return did_you_mean(name, std::vector<std::string_view>(known.begin(), known.end()));
  }
  if (known.empty()) return "";
  return fmt::format("; did you mean {}?", fmt::join(known, " or "));
}

std::string describe_extras(const CLI::App& command) {
  const std::vector<std::string> rest = command.remaining();
  if (rest.empty()) return "found more than was expected";
  const std::string& word = rest.front();
  if (!word.starts_with('-')) return fmt::format("found {}, which nothing was expected behind", quote(word));
  return fmt::format("{} is no option of '{}'{}", quote(word), full_name(command),
                     meant_option(command, word));
}

/// CLI11: "Could not convert: --seed = ten".
std::string describe_conversion(std::string_view said) {
  const std::size_t name = said.find(": ");
  const std::size_t value = said.find(" = ");
  if (name == std::string_view::npos || value == std::string_view::npos || value < name)
    return std::string(said);
  return fmt::format("{}: found {}, expected a number", said.substr(name + 2, value - name - 2),
                     quote(said.substr(value + 3)));
}

/// CLI11 has the names that the code has: "runs is required".
std::string describe_missing(const CLI::App& command, std::string_view said) {
  for (const CLI::Option* option : command.get_options()) {
    if (said == option->get_name() + " is required") return argument_of(*option) + " is missing";
  }
  std::vector<std::string> commands;
  for (const CLI::App* below : command.get_subcommands([](const CLI::App* each) { return is_shown(*each); }))
    commands.push_back(below->get_name());
  if (said != "A subcommand is required" || commands.empty()) return std::string(said);
  return fmt::format("expected a command behind '{}': {}", full_name(command), fmt::join(commands, ", "));
}

std::string describe(const CLI::App& command, const CLI::ParseError& error) {
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr)
    return describe_missing(command, error.what());
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) return describe_extras(command);
  if (dynamic_cast<const CLI::ConversionError*>(&error) != nullptr) return describe_conversion(error.what());
  return error.what();
}

}  // namespace

int usage_exit(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
    std::ostringstream out;
    app.exit(error, out, out);
    fmt::print("{}", out.str());
    return kFine;
  }
  const CLI::App& command = asked_command(app);
  say(describe(command, error));
  say(fmt::format("'{} --help' tells more", full_name(command)));
  return kUsage;
}

bool is_unknown_command(const CLI::App& app, const std::string& word) {
  std::vector<std::string> commands{"help", "version"};
  for (const CLI::App* command : app.get_subcommands({})) commands.push_back(command->get_name());
  if (word.starts_with("-") || std::find(commands.begin(), commands.end(), word) != commands.end())
    return false;
  say(fmt::format("{} is not a command{}", quote(word),
                  did_you_mean(word, std::vector<std::string_view>(commands.begin(), commands.end()))));
  say("'fovea --help' lists them");
  return true;
}

CLI::Validator one_of(std::vector<std::string> names) {
  const std::string listed = fmt::format("{}", fmt::join(names, ","));
  return CLI::Validator(
      [names = std::move(names)](const std::string& given) {
        if (std::ranges::find(names, given) != names.end()) return std::string();
        const std::vector<std::string_view> known(names.begin(), names.end());
        // Where all are near, the list has said it.
        return fmt::format("found {}, expected one of {}{}", quote(given), fmt::join(names, ", "),
                           nearest(given, known).size() < known.size() ? did_you_mean(given, known) : "");
      },
      "{" + listed + "}");
}

CLI::Validator such_as(const std::vector<std::string>& names) {
  return CLI::Validator([](const std::string&) { return std::string(); },
                        fmt::format("{{{}}}", fmt::join(names, ",")));
}

std::string measure_as_file(const std::vector<std::string>& files) {
  for (const std::string& file : files) {
    std::error_code error;
    Diagnostics ignored;
    if (file == "-" || std::filesystem::exists(file, error) || !parse_measures(file, ignored)) continue;
    return fmt::format("{} is a measure and no file: measures are asked for with -m {}", file, file);
  }
  return {};
}

}  // namespace fovea::cli
