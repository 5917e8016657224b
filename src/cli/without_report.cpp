// In the place of report.cpp where npm was missing: `fovea report` says so.
#include "cli/command.h"
#include "cli/console.h"
#include "cli/report_parts.h"

namespace fovea::cli {

bool has_report() {
  return false;
}

std::string_view report_notices() {
  return {};
}

std::string agreement_page(std::span<const AgreementReport> /*reports*/) {
  return {};
}

bool may_write(const FolderOptions& /*options*/) {
  say(kWithoutReport);
  return false;
}

Report page_of(const FidelityReport& /*report*/, std::string /*title*/) {
  return {};
}

Report curves_page(std::span<const RunCurves> /*charts*/) {
  return {};
}

Report page_of(std::span<const AgreementReport> /*reports*/) {
  return {};
}

Report page_of(const ComparisonReport& /*report*/) {
  return {};
}

Report page_of(const JudgementStatistics& /*statistics*/) {
  return {};
}

void write_folder(const Report& /*report*/, const FolderOptions& /*options*/) {}

void add_report_command(CLI::App& app, int& exit) {
  auto* command = app.add_subcommand("report", "Write the results chapter of a track (not in this binary)");
  command->allow_extras();
  command->callback([&exit] {
    say(kWithoutReport);
    exit = kUsage;
  });
}

}  // namespace fovea::cli
