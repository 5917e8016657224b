// `fovea measures`: what measures there are, and everything about one.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/console.h"
#include "measures/measure_name.h"
#include "measures/registry.h"
#include "report/tables/measure_pages.h"

namespace fovea::cli {

namespace {

struct MeasuresOptions {
  std::vector<std::string> names;
  bool markdown = false;
};

/// The page of a measure, asked for by any of its names, with or without parameters and cutoff, or of a set.
/// Nothing, and a message, when there is no such measure.
bool describe(const std::string& name, std::string& out) {
  const Registry& registry = measure_registry();
  if (const MeasureSet* set = registry.find_set(name)) {
    out += measure_set_description(*set);
    return true;
  }
  const MeasureRecord* record = registry.find(name).record;
  if (record == nullptr) {
    Diagnostics diagnostics;
    const auto names = parse_measures(name, diagnostics);
    if (!names) {
      print(diagnostics);
      return false;
    }
    record = registry.find(names->front().name).record;
  }
  out += measure_description(*record);
  return true;
}

int run_measures(const MeasuresOptions& options) {
  if (options.markdown) {
    fmt::print("{}", measure_page(measure_registry()));
    return kFine;
  }
  if (options.names.empty()) {
    fmt::print("{}", measure_list(measure_registry()));
    return kFine;
  }
  int exit = kFine;
  std::string text;
  for (const std::string& name : options.names) {
    if (!text.empty()) text += "\n";
    if (!describe(name, text)) exit = kUsage;
  }
  fmt::print("{}", text);
  return exit;
}

}  // namespace

void add_measures_command(CLI::App& app, int& exit) {
  auto* command = app.add_subcommand("measures", "List the measures, or explain some of them");
  command->footer(
      "Examples:\n"
      "  fovea measures                 all measures, a line each\n"
      "  fovea measures AgP nDCG        definition, formula, parameters, source and worked example\n"
      "  fovea measures ndcg_cut_10     trec_eval's names are understood\n"
      "  fovea measures official        what a set of measures holds");
  auto options = std::make_shared<MeasuresOptions>();
  command->add_option("names", options->names, "Measures to explain; all are listed when none is given");
  command->add_flag("--markdown", options->markdown,
                    "Print everything as one Markdown page (docs/measures.md)");
  command->callback([&exit, options] { exit = run_measures(*options); });
}

}  // namespace fovea::cli
