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

/// What a command would be told that has judgements and then runs: a run in the place of the judgements. Empty when
/// that is not it; to be asked when the judgements could not be read.
std::string swapped_judgements(const std::string& judgements);
/// The same for measures in the place of runs, which is no file then.
std::string measure_as_file(const std::vector<std::string>& files);

}  // namespace fovea::cli
