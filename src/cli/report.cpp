// `fovea report`: the results chapter of a track overview, from one track file.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "cli/command.h"
#include "cli/console.h"
#include "cli/report_parts.h"
#include "cli/shared_options.h"
#include "evaluate/evaluation_plan.h"
#include "report/page/html_page.h"
#include "report/page/page_assets.h"
#include "report/report.h"
#include "report/tables/account.h"
#include "report/track/experiment_figures.h"
#include "report/track/track_report.h"
#include "report/track/track_sections.h"

namespace fovea::cli {

namespace {

struct ReportOptions {
  std::string track;
  FolderOptions output{.folder = "report"};
  std::string title;
  const Task* task = nullptr;
  std::vector<std::string> measures;
  bool quiet = false;
};

/// Whether runs can be scored by the measures; prints why not.
bool knows_measures(const std::vector<std::string>& measures) {
  Diagnostics diagnostics;
  const bool known = measures.empty() || parse_run_measures(measures, diagnostics);
  print_or_say(diagnostics);
  return known;
}

int run(const ReportOptions& options) {
  if (!knows_measures(options.measures) || !may_write(options.output)) return kUsage;

  Diagnostics faults;
  const TrackReported reported =
      write_track_report(options.track, options.output.folder,
                         {.title = options.title,
                          .task = options.task == nullptr ? std::string() : std::string(options.task->name),
                          .measures = options.measures},
                         faults);
  print(faults);
  if (reported == TrackReported::kNoTrack || reported == TrackReported::kNoJudgements) {
    say(reported == TrackReported::kNoTrack ? "no report: there is no track"
                                            : "no report: a track needs judgements that can be read");
    return kBadInput;
  }
  if (!options.quiet) {
    fmt::print("{}\n", (std::filesystem::path(options.output.folder) / "report.html").string());
  }
  if (reported == TrackReported::kSound) return kFine;
  return reported == TrackReported::kBrokenRules ? kInvalidRun : kBadInput;
}

}  // namespace

bool has_report() {
  return true;
}

bool may_write(const FolderOptions& options) {
  if (!std::filesystem::exists(options.folder)) return true;
  if (!options.force) {
    say(fmt::format("{} exists; give --force to replace it, or another folder", options.folder));
    return false;
  }
  if (is_report(options.folder)) return true;
  say(fmt::format("{} is not a report and is not replaced, with --force neither: it holds other files",
                  options.folder));
  return false;
}

Report page_of(const FidelityReport& report, std::string title) {
  return experiment_page(report, std::move(title));
}

Report curves_page(std::span<const RunCurves> charts) {
  Report page;
  page.title = "Curves of runs";
  page.account = "Means over the topics.";
  page.has_files = true;
  Section section{"curves", "Curves"};
  for (const RunCurves& curves : charts) add_curves(section, curves);
  page.sections.push_back(std::move(section));
  return page;
}

Report page_of(std::span<const AgreementReport> reports) {
  return agreement_report(reports);
}

Report page_of(const ComparisonReport& report) {
  return comparison_report(report);
}

Report page_of(const JudgementStatistics& statistics) {
  Report page;
  page.title = "Judgements in numbers";
  page.has_files = true;
  page.sections.push_back(statistics_section(statistics, {}));
  return page;
}

void write_folder(const Report& report, const FolderOptions& options) {
  Report dated = report;
  dated.version = FOVEA_VERSION;
  dated.date = date_of_account();
  write_report(dated, options.folder);
}

std::string_view report_notices() {
  return page_script_notices();
}

std::string agreement_page(std::span<const AgreementReport> reports) {
  return to_html(agreement_report(reports));
}

void add_report_command(CLI::App& app, int& exit) {
  auto* command =
      app.add_subcommand("report", "Write the results chapter of a track: HTML, LaTeX, CSV, charts");
  auto options = std::make_shared<ReportOptions>();
  command->add_option("track", options->track, "The track file (TOML): see docs/report.md")
      ->required()
      ->type_name("TRACK");
  add_output(*command, options->output.folder, "Folder to write to", "FOLDER");
  command->add_option("--title", options->title, "Title of the report, instead of the track file's");
  add_task(*command, options->task, "Only runs of this task");
  add_measures(*command, options->measures)->allow_extra_args();
  add_force(*command, options->output.force);
  add_quiet(*command, options->quiet);
  command->footer(
      std::string(
          "What is sound is reported; what is not is at the top of the page and on standard error.\n") +
      exit_sentence({{kFine}, {kUsage}, {kBadInput}, {kInvalidRun}}) +
      "\n\n"
      "Examples:\n"
      "  fovea report track.toml -o out\n"
      "  fovea report track.toml --task focused --measures iP@0.01 --title 'Focused task' -o focused");
  command->callback([&exit, options] { exit = run(*options); });
}

}  // namespace fovea::cli
