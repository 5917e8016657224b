// The parts of the report that other commands use. They are built where npm is at hand; elsewhere without_report.cpp
// stands in for them.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cli/shared_options.h"
#include "evaluate/judgement_statistics.h"
#include "report/report.h"
#include "report/tables/agreement_report.h"
#include "report/tables/comparison_report.h"
#include "report/tables/fidelity_report.h"
#include "report/track/report_model.h"

namespace fovea::cli {

/// Whether the track report and its pages are in this binary.
bool has_report();

/// The licences of what the report's script contains; empty where it is not in this binary.
std::string_view report_notices();

/// The page of `compare --plot`. Only where has_report().
std::string agreement_page(std::span<const AgreementReport> reports);

/// Whether the folder may be written; says why not.
bool may_write(const FolderOptions& options);

/// The page of an experiment with runs of known worth. Only where has_report(), as the next ones.
Report page_of(const FidelityReport& report, std::string title);

/// The curves of runs, a figure per measure.
Report curves_page(std::span<const RunCurves> charts);

/// Agreements with their scatter plots.
Report page_of(std::span<const AgreementReport> reports);

/// Rankings of runs with significance.
Report page_of(const ComparisonReport& report);

/// Judgements in numbers: tables, histograms, best entry points.
Report page_of(const JudgementStatistics& statistics);

/// Writes a page with its tables and figures beside it; the folder appears whole or not at all.
void write_folder(const Report& report, const FolderOptions& options);

}  // namespace fovea::cli
