// `fovea measures`: what measures there are, and everything about one.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/console.h"
#include "cli/usage.h"
#include "measures/measure_name.h"
#include "measures/peers.h"
#include "measures/registry.h"
#include "report/tables/measure_pages.h"

namespace fovea::cli {

namespace {

struct MeasuresOptions {
  std::vector<std::string> names;
  bool markdown = false;
  bool canonical = false;
  std::string peer;
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

/// The names under which scores are printed, whatever was asked for.
int print_canonical(const std::vector<std::string>& names) {
  Diagnostics diagnostics;
  const auto measures = parse_measures(names, diagnostics, measure_registry(), Texts::kWanted);
  print(diagnostics);
  if (!measures) return kUsage;
  for (const MeasureName& name : *measures) fmt::print("{}\n", to_string(name));
  return kFine;
}

int run_measures(const MeasuresOptions& options) {
  if (!options.peer.empty()) {
    fmt::print("{}", peer_table(options.peer == "trec_eval" ? trec_eval_peer_names(measure_registry())
                                                            : ir_measures_peer_names()));
    return kFine;
  }
  if (options.canonical) return print_canonical(options.names);
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
      "  fovea measures AgP nDCG        definition, formula, source, worked example\n"
      "  fovea measures ndcg_cut_10     trec_eval's names are understood\n"
      "  fovea measures official        what a set of measures holds\n"
      "  fovea measures --canonical ndcg_cut.5,10 'SetP(relative=True)'");
  auto options = std::make_shared<MeasuresOptions>();
  command->add_option("names", options->names, "Measures to explain; all are listed when none is given")
      ->type_name("MEASURE");
  command->add_flag("--markdown", options->markdown,
                    "Print everything as one Markdown page (docs/measures.md)");
  command
      ->add_option("--peer", options->peer,
                   "Print a table of what trec_eval or ir_measures call measures, and what that is here")
      ->check(one_of({"trec_eval", "ir_measures"}))
      ->type_name("TOOL");
  command->add_flag("--canonical", options->canonical,
                    "Print the names under which these measures are scored, one a line");
  command->callback([&exit, options] { exit = run_measures(*options); });
}

}  // namespace fovea::cli
