// `fovea stats`: a set of judgements in figures.
#include <fmt/format.h>

#include <memory>

#include "cli/command.h"
#include "cli/console.h"
#include "cli/inputs.h"
#include "cli/report_parts.h"
#include "cli/shared_options.h"
#include "report/tables/judgement_statistics_text.h"

namespace fovea::cli {

namespace {

struct StatsOptions {
  InputNames inputs;
  std::string second;
  std::string (*output)(const JudgementStatistics&) = to_text;
  FolderOptions folder;
};

int run(StatsOptions& options) {
  if (options.folder.asked() && !may_write(options.folder)) return kUsage;
  Inputs inputs;
  if (const int exit = open_inputs(options.inputs, inputs); exit != kFine) return exit;
  const Judgements& judgements = inputs.judgements;
  std::optional<Judgements> second;
  if (!options.second.empty()) {
    second = read_further_judgements(options.inputs, inputs, options.second);
    if (!second) return kBadInput;
    if (!share_topics(options.inputs, inputs, options.second, *second)) return kNothingInCommon;
  }

  JudgementStatistics statistics = describe(judgements, judgements.lengths(inputs.collection_or_null()));
  if (second) statistics.agreement = agreement_of(judgements, *second);
  if (options.folder.asked()) write_folder(page_of(statistics), options.folder);
  fmt::print("{}", options.output(statistics));
  return kFine;
}

}  // namespace

void add_stats_command(CLI::App& app, int& exit) {
  auto* command =
      app.add_subcommand("stats", "Describe judgements: tables, histograms, agreement of two assessors");
  auto options = std::make_shared<StatsOptions>();
  options->inputs.add_judgements_to(*command);
  command
      ->add_option("--second", options->second,
                   "Judgements of a second assessor: kappa and overlap of the text")
      ->option_text("JUDGEMENTS");
  options->inputs.add_options_to(*command);
  add_output_format(*command, options->output,
                    {{"text", to_text},
                     {"csv", to_csv, "a row per figure"},
                     {"json", to_json, "with the points of BEP against first relevant character"}});
  add_folder(*command, options->folder);
  command->footer(
      "Medians are exact: where a paper cuts 65.5 down to 65, fovea prints 65.5. The first relevant\n"
      "character is the first in the document; the first listed passage is the one a file happens to\n"
      "name first. " +
      exit_sentence(
          {{kFine}, {kUsage}, {kBadInput}, {kNothingInCommon, "two assessors without a common topic"}}) +
      "\n\n"
      "Examples:\n"
      "  fovea stats inex2010.qrels\n"
      "  fovea stats --folder statistics inex2010.qrels\n"
      "  fovea stats -o json inex2010.qrels > statistics.json\n"
      "  fovea stats --second second.qrels first.qrels");
  command->callback([&exit, options] { exit = run(*options); });
}

}  // namespace fovea::cli
