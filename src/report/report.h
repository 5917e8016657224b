// The report of a track in one call: what `fovea report` writes.
#pragma once

#include <string>
#include <vector>

#include "files/diagnostics.h"

namespace [[gnu::visibility("default")]] fovea {

/// The message of a build without the report when somebody asks for one.
inline constexpr const char* kWithoutReport =
    "this fovea was built without the report: there was no npm to bundle its page";

struct TrackReportOptions {
  std::string title = {};                  ///< instead of the track file's
  std::string task = {};                   ///< only runs of this one
  std::vector<std::string> measures = {};  ///< instead of each task's own
};

enum class TrackReported {
  kNoTrack,  ///< the track file cannot be read
  kNoJudgements,
  kSound,        ///< everything is reported
  kBrokenRules,  ///< runs that break rules are left out
  kFaulty,       ///< so is what cannot be read
};

/// Writes the report of a track file into a folder, in place of a report that is there. What is wrong goes to `faults`; what
/// is sound is reported all the same.
TrackReported write_track_report(const std::string& track, const std::string& folder,
                                 const TrackReportOptions& options, Diagnostics& faults);

}  // namespace fovea
