// Options that several commands take. Each is defined here once, with its name, its letter, its text and its check; a
// command adds to what is returned only what it needs beyond that.
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "cli/option_range.h"

namespace fovea::cli {

/// The positional JUDGEMENTS.
CLI::Option* add_judgements(CLI::App& command, std::string& file);
/// --collection FILE
CLI::Option* add_collection(CLI::App& command, std::string& file);
/// -m MEASURE, repeatable, lists allowed
CLI::Option* add_measures(CLI::App& command, std::vector<std::string>& measures,
                          const std::string& names = "-m,--measure");
/// --format FORMAT, of runs that are read
CLI::Option* add_run_format(CLI::App& command, std::string& format);
/// --order file|rank|score
CLI::Option* add_order(CLI::App& command, std::string& order);
/// --depth N
CLI::Option* add_depth(CLI::App& command, std::size_t& depth);
/// --quant NAME, of runs that are made from grades
CLI::Option* add_quantisation(CLI::App& command, std::string& quantisation);
/// --quiet
CLI::Option* add_quiet(CLI::App& command, bool& quiet, const std::string& names = "--quiet");

/// A format of what a command prints, with what is worth knowing about it.
struct OutputFormat {
  std::string name;
  std::string note;
};
/// -o NAME, one of `formats`, given to `set`; without it the command prints `usual`.
CLI::Option* add_output_format(CLI::App& command, const std::vector<OutputFormat>& formats,
                               const std::string& usual, const std::function<void(const std::string&)>& set);
/// The same for a name that is kept as it is; `output` holds the usual one.
CLI::Option* add_output_format(CLI::App& command, const std::vector<OutputFormat>& formats,
                               std::string& output);

/// -j N
template <class Number>
CLI::Option* add_threads(CLI::App& command, Number& threads) {
  return command.add_option("-j,--threads", threads, "Threads to use (default: one per core)")
      ->type_name("N")
      ->check(in_range(kThreadRange));
}

/// -p N, the decimals of scores; `which` says where, such as "in text".
template <class Number>
CLI::Option* add_decimals(CLI::App& command, Number& decimals, const std::string& which) {
  return command.add_option("-p,--decimals", decimals, "Decimals of scores " + which + " (default: 4)")
      ->type_name("N");
}

}  // namespace fovea::cli
