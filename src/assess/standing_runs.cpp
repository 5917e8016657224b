#include "assess/standing_runs.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "assess/submissions.h"
#include "evaluate/track/track.h"
#include "files/temporary.h"

namespace fovea::assess {

namespace {

namespace fs = std::filesystem;

void put_run(const std::string& from, const fs::path& to, RunFiles how) {
  std::error_code error;
  if (fs::exists(to, error)) return;
  if (how == RunFiles::kLinked) {
    fs::create_hard_link(fs::canonical(from), to, error);
    if (!error) return;
  }
  // Copied, or on a disk without links: whole or not at all, since what is there is taken for the run.
  Temporary copy(Temporary::Kind::kFile, to.string());
  fs::copy_file(from, copy.path(), fs::copy_options::overwrite_existing);
  copy.put_in_place();
}

}  // namespace

std::vector<TrackRun> put_standing_runs(Store& store, const SubmissionFiles& files, const std::string& folder,
                                        const std::string& named, RunFiles how) {
  std::vector<TrackRun> out;
  for (const Submission& each : standing_submissions(store)) {
    const std::string name = fmt::format("{}-{}", each.id, each.name);
    put_run(files.run(each.key), fs::path(folder) / name, how);
    TrackRun& run = out.emplace_back(track_run_of(each));
    run.file = fmt::format("{}/{}", named, name);
  }
  return out;
}

std::string run_tables(std::vector<TrackRun> runs) {
  Track track;
  track.runs = std::move(runs);
  const std::string toml = to_toml(track);
  const std::size_t first = toml.find("\n[[run]]");
  return first == std::string::npos ? "" : toml.substr(first);
}

}  // namespace fovea::assess
