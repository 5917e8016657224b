// The commands of `fovea`. Each lives in a file of its own: it adds its options to the parser and, when
// called, hands them to the rooms that do the work.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
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

/// Every command is added the same way: its options go to a subcommand of `app`, and its callback leaves the
/// exit code in `exit`.
void add_catalog_command(CLI::App& app, int& exit);
void add_topics_command(CLI::App& app, int& exit);
void add_index_command(CLI::App& app, int& exit);
void add_search_command(CLI::App& app, int& exit);
void add_check_command(CLI::App& app, int& exit);
void add_convert_command(CLI::App& app, int& exit);
void add_measures_command(CLI::App& app, int& exit);
void add_judgements_command(CLI::App& app, int& exit);
void add_pool_command(CLI::App& app, int& exit);
void add_compare_command(CLI::App& app, int& exit);
void add_simulate_command(CLI::App& app, int& exit);
void add_fidelity_command(CLI::App& app, int& exit);
void add_reliability_command(CLI::App& app, int& exit);
void add_stats_command(CLI::App& app, int& exit);
void add_report_command(CLI::App& app, int& exit);
void add_demo_command(CLI::App& app, int& exit);
void add_completion_command(CLI::App& app, int& exit);
/// `arguments` are the program's, its name first; they are kept for the account of an evaluation.
void add_eval_command(CLI::App& app, const std::vector<std::string>& arguments, int& exit);

}  // namespace fovea::cli
