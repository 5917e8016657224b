// What is said when a command line makes no sense.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace fovea::cli {

/// Help and version are printed, and everything else is said in our words, with what may have been meant; the exit code.
int usage_exit(const CLI::App& app, const CLI::ParseError& error);

/// Says so, with the nearest commands, when `word` is meant as a command and is none.
bool is_unknown_command(const CLI::App& app, const std::string& word);

/// A check that a value is one of some names, which says what may have been meant. Help and completion take the names
/// from its description.
CLI::Validator one_of(std::vector<std::string> names);
/// Accepts anything: the names are for completion.
CLI::Validator such_as(const std::vector<std::string>& names);

/// What to say when measures stand in the place of runs; empty when none of the files is one.
std::string measure_as_file(const std::vector<std::string>& files);

}  // namespace fovea::cli
