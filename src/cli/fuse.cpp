// `fovea fuse RUN RUN…`: several runs made one.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/command.h"
#include "cli/console.h"
#include "cli/shared_options.h"
#include "collection/collection.h"
#include "files/output_file.h"
#include "runs/fusion.h"
#include "runs/order.h"
#include "runs/run_format.h"
#include "runs/run_names.h"
#include "runs/run_options.h"
#include "runs/several_runs.h"
#include "runs/writer.h"

namespace fovea::cli {

namespace {

struct FuseOptions {
  std::vector<std::string> files;
  Fusion fusion;
  const RunFormat* input = nullptr;
  const RunFormat* target = nullptr;
  std::optional<RankOrder> order;
  std::string collection;
  std::string output = "-";
  std::string tag = "fused";
};

/// The format that all runs have; nullptr when they differ, or when it is not written.
const RunFormat* common_format(const std::vector<Run>& runs) {
  const RunFormat& first = runs.front().format();
  for (const Run& run : runs) {
    if (run.format().name != first.name) return nullptr;
  }
  return first.write == nullptr ? nullptr : &first;
}

int run(FuseOptions& options) {
  Diagnostics diagnostics;
  std::optional<Collection> collection;
  if (!options.collection.empty()) collection = Collection::open(options.collection, diagnostics);
  std::vector<Run> runs;
  for (const std::string& file : options.files) {
    for (Run& run : open_runs(file, RunOptions{.format = options.input}, diagnostics))
      runs.push_back(std::move(run));
  }
  if (diagnostics.ok()) names_of(runs, diagnostics);
  if (!diagnostics.ok()) {
    print(diagnostics);
    return kBadInput;
  }
  if (runs.size() < 2) {
    say("fusion takes two runs or more");
    return kUsage;
  }
  const RunFormat* const format = options.target != nullptr ? options.target : common_format(runs);
  if (format == nullptr) {
    say("the runs have different formats, or one that is not written: say with --to which to write");
    return kUsage;
  }

  // Rows are parsed when they are asked for: a first walk finds the faults.
  RunFusion fuser(runs, options.fusion, collection ? &*collection : nullptr, options.order);
  fuser.each(diagnostics, [](const TopicResults&) {});
  print(diagnostics);
  if (!diagnostics.ok()) return kBadInput;

  OutputFile out(options.output);
  RunDetails details;
  details.id = options.tag;
  RunWriter writer(*format, details, {}, [&out](std::string_view piece) { out.write(piece); });
  Diagnostics said_before;
  fuser.each(said_before, [&writer](const TopicResults& topic) { writer.write(topic); });
  writer.finish();
  out.commit();
  if (fuser.unplaced() > 0) say(fmt::format("results without a place, left out: {}", fuser.unplaced()));
  for (const auto& [what, count] : writer.unsaid())
    say(fmt::format("lost in {}: {} ({})", format->name, what, count));
  return kFine;
}

}  // namespace

void add_fuse_command(CLI::App& app, int& exit) {
  auto* command = app.add_subcommand("fuse", "Make one run of several");
  auto options = std::make_shared<FuseOptions>();
  add_files(*command, options->files, "The runs")->type_name("RUN");
  add_choice<FusionMethod>(
      *command, "--method", options->fusion.method,
      {{"rrf", FusionMethod::kReciprocalRank, "sums 1 / (k + rank)"},
       {"combsum", FusionMethod::kCombSum, "sums scores brought to 0 to 1 in each run and topic"}},
      "How");
  add_number(*command, "--k", options->fusion.k, {.least = 0, .most = 1e6}, "The k of rrf (default: 60)");
  add_number(*command, "-M,--depth", options->fusion.most, kDepthRange,
             "Results to keep of a topic (default: 1500)");
  add_output(*command, options->output, kOutputFile);
  add_target_format(*command, options->target, "that of the runs");
  add_tag(*command, options->tag);
  add_run_format(*command, options->input);
  add_order(*command, options->order);
  add_collection(*command, options->collection);
  command->footer(
      "Two results are the same when they name the same characters of the same document. Elements and ranges\n"
      "are so only with --collection; without, when they name the same path. A run counts a result once, at\n"
      "its best rank. Results that overlap stay: 'fovea check --task' says what a task forbids.\n\n"
      "Examples:\n"
      "  fovea fuse bm25.run dense.run -o both.run\n"
      "  fovea fuse --method combsum --tag both bm25.run dense.run | fovea eval judgements.qrels -");
  command->callback([options, &exit] { exit = run(*options); });
}

}  // namespace fovea::cli
