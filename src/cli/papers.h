// `--paper NAME`: the options of an experiment that a paper reports, as one record each.
//
// A preset only sets options that the command has; what the user gives on the command line counts instead. Help lists
// each record with the options that it stands for.
#pragma once

#include <CLI/CLI.hpp>
#include <span>
#include <string_view>
#include <vector>

namespace fovea::cli {

struct PaperOption {
  std::string_view name;
  std::vector<std::string_view> values = {};  ///< one per repetition; none for a flag
};

struct Paper {
  std::string_view name;
  std::string_view command;
  std::string_view reference;  ///< authors, year, and what is repeated
  std::vector<PaperOption> options;
};

std::span<const Paper> papers();

/// Adds --paper with the papers of this command.
void add_paper(CLI::App& command);

/// Sets the options of the paper that was asked for, but for those that were given. A command calls it before it looks at
/// its options.
void set_paper_options(CLI::App& command);

}  // namespace fovea::cli
