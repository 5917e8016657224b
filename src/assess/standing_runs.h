// The runs that stand, as files under names that people can read: what is pooled, and what the command line writes.
#pragma once

#include <string>
#include <vector>

#include "assess/store.h"
#include "assess/submission_files.h"
#include "evaluate/track/track.h"

namespace fovea::assess {

/// Whether the files in a folder are the store's own under another name, or copies that may be changed.
enum class RunFiles : std::uint8_t { kLinked, kCopied };

/// Puts each into a folder that is there, as ID-NAME, unless that is there already: an id never stands for other bytes. The runs as
/// [[run]] of a track file would have them, each with `named`/ID-NAME as its file.
std::vector<TrackRun> put_standing_runs(Store& store, const SubmissionFiles& files, const std::string& folder,
                                        const std::string& named, RunFiles how);

/// The [[run]] tables of runs, to be put behind a track file.
std::string run_tables(std::vector<TrackRun> runs);

}  // namespace fovea::assess
