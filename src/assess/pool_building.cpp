#include "assess/pool_building.h"

#include <fmt/format.h>

#include <filesystem>
#include <stdexcept>
#include <utility>

#include "evaluate/track/track.h"
#include "files/output_file.h"
#include "files/temporary.h"
#include "pools/pool_file.h"
#include "pools/pool_runs.h"

namespace fovea::assess {

namespace {

namespace fs = std::filesystem;

/// A file that goes when it does.
class PassingFile {
 public:
  explicit PassingFile(std::string path) : path_(std::move(path)) {}
  PassingFile(const PassingFile&) = delete;
  PassingFile& operator=(const PassingFile&) = delete;
  ~PassingFile() {
    std::error_code ignored;
    fs::remove(path_, ignored);
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

void write_track(const PoolRequest& request, const std::string& path) {
  Track track;
  track.collection = fs::absolute(request.collection_file).string();
  for (const TrackRun& run : request.runs) {
    TrackRun& given = track.runs.emplace_back();
    given.file = fs::absolute(run.file).string();
    given.participant = run.participant;
    given.task = run.task;
  }
  OutputFile out(path);
  out.write(to_toml(track));
  out.commit();
}

/// Why there is none; empty when there is one.
std::string fault_of_pool(const ChildOutcome& outcome) {
  constexpr int kFine = 0;
  constexpr int kSomeLeftOut = 3;
  if (outcome.late || outcome.signal != 0)
    return "making the pool took too long, or more memory than it is given";
  if (outcome.exit == kFine || outcome.exit == kSomeLeftOut) return {};
  const std::string first = outcome.errors.substr(0, outcome.errors.find('\n'));
  return first.empty() ? "making the pool failed" : first;
}

}  // namespace

BuiltPool build_pool_here(const PoolRequest& request) {
  std::vector<pools::GivenRun> given;
  for (const TrackRun& run : request.runs) given.push_back({run.file, "", run.participant, run.task});
  Diagnostics said;
  const pools::OpenedRuns opened = pools::open_runs(given, {.collection = request.collection}, said);
  const auto runs = opened.pointers();
  if (said.ok() && runs.empty()) throw std::runtime_error("no run keeps the rules of its task");
  pools::PoolGrowth growth;
  growth.budget = request.order.budget;
  BuiltPool out;
  if (said.ok())
    out.pool =
        pools::build_pool({runs, opened.pooled, request.collection}, request.order.settings, growth, said);
  if (!said.ok()) throw std::runtime_error(to_string(said.kept().front()));
  for (pools::PooledRun& run : out.pool.runs) run.file = pools::named_from(request.file, run.file);
  out.pool.collection = pools::named_from(request.file, request.collection_file);
  out.text = pools::to_json_lines(out.pool);
  return out;
}

PoolBuilder pool_builder_in_child(std::function<std::vector<std::string>(const PoolCommand&)> words,
                                  const Limits& limits) {
  return [words = std::move(words), limits](const PoolRequest& request) {
    const Temporary folder(Temporary::Kind::kFolder, request.file);
    // In the folder of the pool, since the pool names its runs from there.
    const PassingFile made(request.file + ".made");
    const std::string track = folder.path() + "/track.toml";
    write_track(request, track);
    ChildWork work;
    work.words = words({fs::absolute(track).string(), request.order, fs::absolute(made.path()).string()});
    work.environment = {"TMPDIR=" + fs::absolute(folder.path()).string()};
    work.limits.memory = megabytes(limits.pool_memory_mb);
    work.limits.processor = std::chrono::seconds(limits.pool_seconds);
    work.limits.time = 2 * work.limits.processor;
    work.limits.stop = request.stop;
    const ChildOutcome outcome = run_limited(work);
    if (const std::string fault = fault_of_pool(outcome); !fault.empty()) throw std::runtime_error(fault);
    if (!fs::exists(made.path())) throw std::runtime_error("no run keeps the rules of its task");
    Diagnostics said;
    const auto file = InputFile::open(made.path(), said);
    auto pool = file ? pools::read_pool(*file, said) : std::nullopt;
    if (!pool) throw std::runtime_error("the pool that was made cannot be read");
    return BuiltPool{std::move(*pool), std::string(file->bytes())};
  };
}

}  // namespace fovea::assess
