#include "report/report.h"

#include "evaluate/track/track_rules.h"
#include "report/tables/account.h"
#include "report/track/track_report.h"

namespace fovea {

TrackReported write_track_report(const std::string& path, const std::string& folder,
                                 const TrackReportOptions& options, Diagnostics& faults) {
  const auto track = read_track(path, faults);
  const TrackOptions choice{.task = task_named(options.task), .measures = options.measures};
  auto evaluation = track ? evaluate_track(*track, choice, faults) : std::nullopt;
  if (!evaluation) return track ? TrackReported::kNoJudgements : TrackReported::kNoTrack;
  check_rules(track->rules, *evaluation, faults);
  if (!options.title.empty()) evaluation->title = options.title;
  Report report = make_track_report(*evaluation, faults);
  report.version = FOVEA_VERSION;
  report.date = date_of_account();
  report.inputs = account_for_track(*track, path);
  write_report(report, folder);
  if (faults.ok()) return TrackReported::kSound;
  const auto broken = faults.count(kInvalidRunCode) + faults.count(kBrokenRuleCode);
  return broken == faults.errors() ? TrackReported::kBrokenRules : TrackReported::kFaulty;
}

}  // namespace fovea
