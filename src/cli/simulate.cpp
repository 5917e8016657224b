// `fovea simulate`: runs of known worth, made from judgements, or a run made worse on purpose.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "cli/command.h"
#include "cli/console.h"
#include "cli/inputs.h"
#include "cli/shared_options.h"
#include "evaluate/evaluation_needs.h"
#include "files/output_file.h"
#include "fovea.h"
#include "runs/run_format.h"
#include "runs/run_names.h"
#include "runs/writer.h"
#include "simulate/experiment.h"
#include "simulate/highlight_runs.h"
#include "simulate/noise.h"

namespace fovea::cli {

namespace {

struct SimulateOptions {
  InputNames inputs;
  std::string space = "SR";
  std::string folder;
  const RunFormat* format = nullptr;
  std::string run;
  std::string quantisation = "sog";
  EvaluationOptions grades;
  Noise noise;
};

class SimulateCommand {
 public:
  explicit SimulateCommand(SimulateOptions& options) : options_(options) {}

  int run() {
    const Noise& noise = options_.noise;
    if (options_.space == "noise" && noise.swaps == 0 && noise.drops == 0 && noise.jitter == 0) {
      say("--space noise changes nothing without --swaps, --drops or --jitter");
      return kUsage;
    }
    if (const int exit = open_inputs(options_.inputs, inputs_); exit != kFine) return exit;
    const int exit = options_.space == "SR"      ? make_highlight_runs()
                     : options_.space == "noise" ? make_noise()
                                                 : make_graded_runs();
    print(diagnostics_);
    if (exit != kFine || !diagnostics_.ok())
      return std::max<int>(exit, diagnostics_.ok() ? kFine : kBadInput);
    return write_all();
  }

 private:
  int make_highlight_runs() {
    if (!has_highlights(inputs_, options_.inputs)) return kBadInput;
    if (!inputs_.collection) {
      say("without --collection only the runs of passages and whole documents (S, SLD) can be made");
    }
    auto runs = simulate_runs(inputs_.judgements, inputs_.collection_or_null(), diagnostics_);
    if (runs) runs_ = std::move(*runs);
    return kFine;
  }

  int make_graded_runs() {
    std::string why;
    const auto quantisation = quantisation_for(options_.quantisation, why);
    if (!quantisation) {
      say(fmt::format("--quant {}: {}", options_.quantisation, why));
      return kUsage;
    }
    const auto graded =
        make_recall_bases(inputs_.judgements, inputs_.collection_or_null(), options_.grades, diagnostics_);
    if (!graded) return kBadInput;
    const bool perfect = options_.space == "perfect";
    for (const GradedRun run : kGradedRuns) {
      const bool of_perfect = run == GradedRun::kPerfect || run == GradedRun::kAncestors;
      if (of_perfect == perfect) runs_.push_back(simulate(run, *graded, *quantisation));
    }
    return kFine;
  }

  /// Noise on a run, or on the best run there is when none is given.
  int make_noise() {
    if (!options_.run.empty()) {
      const std::optional<Run> run =
          Run::open(options_.run, options_.inputs.arguments.run_options(), diagnostics_);
      if (run) add_noise_to(*run, name_of(*run));
      return kFine;
    }
    if (!has_highlights(inputs_, options_.inputs)) return kBadInput;
    add_noise_to(simulate({}, inputs_.judgements, inputs_.collection_or_null(), diagnostics_),
                 name_of(HighlightRun{}));
    return kFine;
  }

  void add_noise_to(const Run& run, const std::string& name) {
    runs_.push_back(
        add_noise(run, options_.noise, name + "_noise", inputs_.collection_or_null(), diagnostics_));
  }

  int write_all() {
    std::filesystem::create_directories(options_.folder);
    for (const Run& run : runs_) {
      const RunFormat& format = options_.format == nullptr ? run.format() : *options_.format;
      const std::string path =
          (std::filesystem::path(options_.folder) / (run.details().id + ".run")).string();
      OutputFile file(path);
      Diagnostics diagnostics;
      const Unsaid unsaid = write_run(
          run, format, inputs_.collection_or_null(), [&](std::string_view bytes) { file.write(bytes); },
          diagnostics);
      print(diagnostics);
      if (!diagnostics.ok()) return kBadInput;
      file.commit();
      fmt::print("{}\n", path);
      for (const auto& [what, count] : unsaid) say(fmt::format("{}: {} {}", path, count, what));
    }
    return kFine;
  }

  SimulateOptions& options_;
  Inputs inputs_;
  std::vector<Run> runs_;
  Diagnostics diagnostics_;
};

void add_options(CLI::App& command, SimulateOptions& options) {
  options.inputs.add_judgements_to(command);
  add_space(command, options.space, {"SR", "graded", "perfect", "noise"});
  add_output(command, options.folder, "Folder to write the runs to, each as NAME.run", "FOLDER")->required();
  add_target_format(command, options.format, "fol, element for graded runs");
  add_quantisation(command, options.quantisation);
  command.add_option("--run", options.run, "noise: the run to make worse (default: S_R)")->type_name("RUN");
  add_number(command, "--swaps", options.noise.swaps, {.least = 0, .most = 1e7, .whole = true},
             "noise: pairs of results per topic that change places");
  add_number(command, "--drops", options.noise.drops, {.least = 0, .most = 1},
             "noise: chance of a result to be left out");
  add_number(command, "--jitter", options.noise.jitter, {.least = 0, .most = 1e6, .whole = true},
             "noise: characters by which both ends of a result may move");
  add_seed(command, options.noise.seed);
}

}  // namespace

void add_simulate_command(CLI::App& app, int& exit) {
  auto* command = app.add_subcommand("simulate", "Make runs of known worth from judgements");
  auto options = std::make_shared<SimulateOptions>();
  add_options(*command, *options);
  options->inputs.add_options_to(*command);
  add_grades(*command, options->grades);
  command->footer(
      "SR runs are named SET_RANKING: S highlighted passages, SL smallest elements around them, SLD whole\n"
      "documents, SS largest elements inside them, SST those without sub-elements; R most highlighted text\n"
      "first, RS with the first two swapped, RI behind a document without relevance, RSI both.\n"
      "The names of the files written are printed. " +
      exit_sentence({{kFine}, {kUsage}, {kBadInput}}) +
      "\n\n"
      "Examples:\n"
      "  fovea simulate --space SR --collection wiki.fovea inex2010.qrels -o sim/\n"
      "  fovea simulate --space graded --collection ieee.fovea assessments/ -o sim/\n"
      "  fovea simulate --space noise --run mine.run --swaps 5 --jitter 50 inex2010.qrels -o noisy/");
  command->callback([&exit, options] { exit = SimulateCommand(*options).run(); });
}

}  // namespace fovea::cli
