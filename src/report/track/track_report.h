// The track report: from an evaluated track to a folder of files.
//
//     report.html       one self-contained page
//     tables/ID.tex     every table for LaTeX (booktabs)
//     tables/ID.csv     … and for spreadsheets
//     figures/ID.vl.json  every chart as Vega-Lite
#pragma once

#include <string>

#include "evaluate/track/track_evaluation.h"
#include "report/track/report_model.h"

namespace fovea {

/// `faults` stand at the top of the report.
Report make_track_report(const TrackEvaluation& track, const Diagnostics& faults);

/// Whether a folder holds nothing but what write_report writes, told by the page's head and the names of all
/// other files, so that it may be replaced. An empty one does.
bool is_report(const std::string& folder);

/// Writes all files into a new folder beside `folder` and puts it in its place: an old report stays as it is
/// until the new one is whole. A link is followed. Throws std::system_error or std::filesystem::filesystem_error when
/// it cannot.
void write_report(const Report& report, const std::string& folder);

}  // namespace fovea
