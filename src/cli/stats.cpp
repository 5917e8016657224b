// `fovea stats`: a set of judgements in figures.
#include <fmt/format.h>

#include <memory>

#include "cli/command.h"
#include "cli/console.h"
#include "collection/collection.h"
#include "judgements/judgement_file.h"
#include "report/judgement_statistics.h"

namespace fovea::cli {

namespace {

struct StatsOptions {
  std::string judgements;
  std::string second;
  std::string collection;
  std::string output = "text";
};

int run(const StatsOptions& options) {
  Diagnostics diagnostics;
  std::optional<Collection> collection;
  if (!options.collection.empty()) collection = Collection::open(options.collection, diagnostics);
  const auto judgements = read_judgements(std::vector{options.judgements}, {}, diagnostics);
  std::optional<Judgements> second;
  if (!options.second.empty()) second = read_judgements(std::vector{options.second}, {}, diagnostics);
  print(diagnostics);
  if (!diagnostics.ok()) return kBadInput;

  KnownLengths lengths;
  if (collection) {
    lengths = [&](std::string_view doc) -> std::optional<Offset> {
      const auto found = collection->find(doc);
      return found ? std::optional(found->length()) : std::nullopt;
    };
  }
  JudgementStatistics statistics = describe(*judgements, lengths);
  if (second) {
    statistics.agreement = agreement_of(*judgements, *second);
    if (statistics.agreement.empty()) {
      say(fmt::format("no topic in common: {} has {}, {} has {}", options.judgements,
                      quote(judgements->topics().front().topic()), options.second,
                      quote(second->topics().front().topic())));
      return kNothingInCommon;
    }
  }
  fmt::print("{}", options.output == "json"  ? to_json(statistics)
                   : options.output == "csv" ? to_csv(statistics)
                                             : to_text(statistics));
  return kFine;
}

}  // namespace

void add_stats_command(CLI::App& app, int& exit) {
  auto* command =
      app.add_subcommand("stats", "Describe judgements: tables, histograms, agreement of two assessors");
  auto options = std::make_shared<StatsOptions>();
  command->add_option("judgements", options->judgements, "Judgements, a file or a folder of files")
      ->required()
      ->option_text("JUDGEMENTS");
  command
      ->add_option("--second", options->second,
                   "Judgements of a second assessor: kappa and overlap of the text")
      ->option_text("JUDGEMENTS");
  command
      ->add_option("--collection", options->collection,
                   "Stored collection, for the lengths of articles that the judgements do not give")
      ->option_text("FILE");
  command
      ->add_option("-o,--output", options->output,
                   "text, csv (the rows of the tables) or json (with histograms and points); default text")
      ->check(CLI::IsMember({"text", "csv", "json"}))
      ->option_text("NAME");
  command->footer(
      "Medians are exact: where a paper cuts 65.5 down to 65, fovea prints 65.5. The first relevant "
      "character is\n"
      "the first in the document; the first listed passage is the one a file happens to name first.\n"
      "Exit codes: 0 fine, 1 usage, 2 bad input, 4 two assessors without a topic in common.\n\n"
      "Examples:\n"
      "  fovea stats inex2010.qrels\n"
      "  fovea stats -o json inex2010.qrels > statistics.json\n"
      "  fovea stats --second second.qrels first.qrels");
  command->callback([&exit, options] { exit = run(*options); });
}

}  // namespace fovea::cli
