// The files of a publication: written, handed to the commands, packed.
#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "assess/export.h"
#include "assess/limited_child.h"
#include "assess/publication.h"
#include "assess/rebuild.h"
#include "assess/selection.h"
#include "assess/submission_files.h"
#include "collection/document_texts.h"
#include "evaluate/track/track.h"
#include "evaluate/track/track_evaluation.h"
#include "files/output_file.h"
#include "files/sha256.h"
#include "files/temporary.h"
#include "judgements/judgement_format.h"
#include "pools/pool_file.h"
#include "report/tables/score_report.h"
#include "topics/topic_file.h"

namespace fovea::assess {

namespace {

namespace fs = std::filesystem;
using ResultJson = nlohmann::ordered_json;

/// A larger collection is named in the archive, and not packed.
constexpr std::uint64_t kMostPackedCollection = std::uint64_t{1} << 30;
/// A report may take what it needs.
constexpr ChildLimits kReportLimits{.memory = std::uint64_t{1} << 40,
                                    .file = std::uint64_t{1} << 40,
                                    .files = 4096,
                                    .processor = std::chrono::hours(24),
                                    .time = std::chrono::hours(24)};

void write_whole(const fs::path& file, std::string_view bytes) {
  OutputFile out(file.string());
  out.write(bytes);
  out.commit();
}

/// A copy, so that what is published stays as it is.
void copy_to(const fs::path& from, const fs::path& to) {
  fs::create_directories(to.parent_path());
  fs::copy(from, to, fs::copy_options::recursive);
}

/// The same file under another name, for what does not change: linked where the disk allows it, else copied.
void link_to(const fs::path& from, const fs::path& to) {
  fs::create_directories(to.parent_path());
  std::error_code error;
  fs::create_hard_link(fs::canonical(from), to, error);
  if (error) copy_to(from, to);
}

/// A name that any file system takes.
std::string plain_name(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '.' || c == '-' || c == '_';
    out += plain ? c : '_';
  }
  if (out.empty() || out.front() == '.') out.insert(out.begin(), '_');
  return out;
}

/// Fills the folder with what `fovea report` reads.
class TrackFolder {
 public:
  TrackFolder(Store& store, const std::string& path, const Publication& publication,
              const PublicationPlan& plan, fs::path folder)
      : store_(store), files_(path), publication_(publication), plan_(plan), folder_(std::move(folder)) {}

  /// The track as the folder has it.
  Track write() {
    track_ = plan_.track;
    // One that is too large to be packed is too large to be copied.
    if (track_.collection)
      track_.collection =
          beside(*track_.collection, {}, {}, fs::file_size(*track_.collection) > kMostPackedCollection);
    track_.topics.clear();
    write_topics(plan_.topics.empty() ? chosen_topics(store_) : plan_.topics);
    write_judgements(Part::kFinal, "judgements.jsonl", track_.judgements);
    if (track_.judgements.empty()) throw std::runtime_error("nothing is judged");
    write_judgements(Part::kSecond, "second.jsonl", track_.second_assessor);
    if (track_.assess.mode == AssessMode::kHighlight) {
      beside(track_.grades);
    } else {
      track_.grades = track_.judgements;
    }
    beside(track_.questionnaires);
    beside(track_.curve);
    beside(track_.environment);
    if (const auto pool = plan_.pool ? plan_.pool() : nullptr)
      write_whole(folder_ / "pool.jsonl", pools::to_json_lines(*pool));
    write_runs();
    write_whole(folder_ / "track.toml", to_toml(track_));
    return track_;
  }

  /// Names of the files in runs/ that groups agreed to give away.
  const std::vector<std::string>& agreed() const { return agreed_; }
  bool all_agreed() const { return all_agreed_; }

 private:
  /// A file that the track names, put into the folder under its own name.
  void beside(std::optional<std::string>& file) {
    if (file) file = beside(*file);
  }
  void beside(std::vector<std::string>& files) {
    for (std::string& file : files) file = beside(file);
  }
  std::string beside(const std::string& file, const std::string& folder = {}, std::string name = {},
                     bool stays = false) {
    if (name.empty()) name = plain_name(fs::path(file).filename().string());
    std::string place = folder + name;
    for (int i = 2; !taken_.insert(place).second; ++i) place = fmt::format("{}{}-{}", folder, i, name);
    stays ? link_to(file, folder_ / place) : copy_to(file, folder_ / place);
    return place;
  }

  void write_topics(const std::vector<Topic>& topics) {
    if (topics.empty()) return;
    std::string lines;
    for (const Topic& topic : topics) lines += to_json_line(topic) + "\n";
    write_whole(folder_ / "topics.jsonl", lines);
    track_.topics = {"topics.jsonl"};
  }

  void write_judgements(Part part, const char* name, std::vector<std::string>& files) {
    const Judgements judged =
        judgements_in(store_, {.part = part, .last = publication_.seq, .collection = plan_.collection});
    if (judged.topics().empty()) {
      // Of a track that was judged elsewhere.
      beside(files);
      return;
    }
    OutputFile out((folder_ / name).string());
    judgement_formats::kJsonLines.write(judged, nullptr, [&](std::string_view piece) { out.write(piece); });
    out.commit();
    files = {name};
  }

  void write_runs() {
    std::set<std::string> named;
    for (TrackRun& run : track_.runs) {
      named.insert(run.name);
      run.file = beside(run.file, "runs/");
      if (!run.chunking.empty()) run.chunking = beside(run.chunking);
    }
    std::vector<std::string> faults;
    Store then = rebuild(store_, publication_.seq, faults);
    std::set<std::string> given_away;
    for (const Submission& each : standing_submissions(then)) {
      if (each.publish) given_away.insert(full_name(each));
      // Those that the organiser has put into the track file are there already.
      if (named.contains(full_name(each))) continue;
      TrackRun run = track_run_of(each);
      run.file = beside(files_.run(each.key), "runs/", plain_name(full_name(each)), true);
      track_.runs.push_back(std::move(run));
    }
    // Of a run that no group sent nobody knows whether it may be given away.
    for (const TrackRun& run : track_.runs) {
      if (given_away.contains(run.name)) agreed_.push_back(run.file);
      all_agreed_ = all_agreed_ && given_away.contains(run.name);
    }
  }

  Store& store_;
  SubmissionFiles files_;
  const Publication& publication_;
  const PublicationPlan& plan_;
  fs::path folder_;
  Track track_;
  std::set<std::string> taken_;
  std::vector<std::string> agreed_;
  bool all_agreed_ = true;
};

ChildOutcome run_in(const fs::path& folder, const std::vector<std::string>& words,
                    const Publication& publication, const std::atomic<bool>* stop,
                    const std::string& output) {
  ChildWork work;
  work.words = words;
  work.folder = fs::absolute(folder).string();
  work.environment = {fmt::format("SOURCE_DATE_EPOCH={}", publication.made_ms / 1000)};
  work.limits = kReportLimits;
  work.limits.stop = stop;
  work.output_to = output;
  return run_limited(work);
}

/// "QUT-bm25: 3rd of 12" and the like: per task the runs, best first, with their groups and first scores, as the report has them.
ResultJson places_in(const fs::path& folder) {
  Diagnostics said;  // the report says what is wrong
  const auto track = read_track((folder / "track.toml").string(), said);
  const auto evaluated = track ? evaluate_track(*track, {}, said) : std::nullopt;
  ResultJson out = ResultJson::array();
  if (!evaluated) return out;
  // Chunkers belong to nobody.
  const bool chunkers = std::ranges::all_of(
      evaluated->runs, [](const TrackRunResult& run) { return run.task->name == "chunks"; });
  for (const TaskResults& results : evaluated->tasks) {
    if (results.own == 0) continue;
    const ScoredMeasure& measure = results.scores.measures().front();
    ResultJson places{{"task", results.task->name}, {"measure", measure.name}, {"runs", ResultJson::array()}};
    for (std::size_t i = 0; i < results.ranking.size(); ++i) {
      const TrackRunResult& run = evaluated->runs[results.ranking[i]];
      places["runs"].push_back({{"run", run.id},
                                {"group", chunkers ? "" : run.participant},
                                {"score", format_value(results.scores.summary(i, 0), measure.average, {})}});
    }
    out.push_back(std::move(places));
  }
  return out;
}

/// Packs files of a folder into an archive, piece by piece.
class FolderPacker {
 public:
  explicit FolderPacker(const fs::path& target) : archive_(archive_write_new()) {
    if (!archive_) throw std::bad_alloc();
    check(archive_write_add_filter_gzip(archive_.get()));
    check(archive_write_set_format_pax_restricted(archive_.get()));
    check(archive_write_set_options(archive_.get(), "gzip:!timestamp"));
    check(archive_write_open_filename(archive_.get(), target.c_str()));
  }
  void add(const fs::path& file, const std::string& name) {
    const std::unique_ptr<archive_entry, decltype(&archive_entry_free)> entry(archive_entry_new(),
                                                                              archive_entry_free);
    if (!entry) throw std::bad_alloc();
    constexpr int kReadable = 0644;
    archive_entry_set_pathname(entry.get(), name.c_str());
    archive_entry_set_size(entry.get(), static_cast<la_int64_t>(fs::file_size(file)));
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    archive_entry_set_perm(entry.get(), kReadable);
    archive_entry_set_mtime(entry.get(), 0, 0);
    check(archive_write_header(archive_.get(), entry.get()));
    std::ifstream in(file, std::ios::binary);
    std::string piece(std::size_t{1} << 16, '\0');
    while (in.read(piece.data(), static_cast<std::streamsize>(piece.size())) || in.gcount() > 0) {
      if (archive_write_data(archive_.get(), piece.data(), static_cast<std::size_t>(in.gcount())) !=
          in.gcount())
        check(ARCHIVE_FATAL);
    }
  }
  void finish() { check(archive_write_close(archive_.get())); }

 private:
  void check(int result) const {
    if (result >= ARCHIVE_WARN) return;
    const char* const why = archive_error_string(archive_.get());
    throw std::runtime_error(
        fmt::format("the archive cannot be written: {}", why == nullptr ? "no room" : why));
  }
  struct Free {
    void operator()(archive* each) const { archive_write_free(each); }
  };
  std::unique_ptr<archive, Free> archive_;
};

std::vector<std::string> files_below(const fs::path& folder) {
  std::vector<std::string> out;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) out.push_back(fs::relative(entry.path(), folder).string());
  }
  std::ranges::sort(out);
  return out;
}

/// Everything but the archives themselves, below a folder of the publication's name.
void pack_everything(const fs::path& folder, const Publication& publication, const Track& track) {
  ResultJson files = ResultJson::array();
  std::vector<std::string> packed;
  for (const std::string& name : files_below(folder)) {
    const fs::path file = folder / name;
    const bool large =
        track.collection && name == *track.collection && fs::file_size(file) > kMostPackedCollection;
    files.push_back({{"name", name},
                     {"bytes", fs::file_size(file)},
                     {"sha256", sha256_of_file(file.string()).value_or("")},
                     {"packed", !large}});
    if (!large) packed.push_back(name);
  }
  write_whole(folder / "manifest.json",
              ResultJson{{"results", publication.name},
                         {"events", publication.seq},
                         {"SOURCE_DATE_EPOCH", publication.made_ms / 1000},
                         {"again", fmt::format("SOURCE_DATE_EPOCH={} fovea report track.toml -o again",
                                               publication.made_ms / 1000)},
                         {"files", files}}
                      .dump(2, ' ', false, ResultJson::error_handler_t::replace) +
                  "\n");
  const fs::path target = folder / "everything.tar.gz.unfinished";
  FolderPacker packer(target);
  packed.emplace_back("manifest.json");
  for (const std::string& name : packed) packer.add(folder / name, publication.name + "/" + name);
  packer.finish();
  fs::rename(target, folder / "everything.tar.gz");
}

}  // namespace

Publication make_publication(const std::string& store, Publication publication, const PublicationPlan& plan,
                             const std::atomic<bool>* stop) {
  const std::string target = publication_folder(store, publication.name);
  fs::create_directories(fs::path(target).parent_path());
  Temporary made(Temporary::Kind::kFolder, target);
  const fs::path folder = made.path();
  Store reader = Store::open(store, false);
  TrackFolder files(reader, store, publication, plan, folder);
  const Track track = files.write();

  const ChildOutcome report = run_in(folder, plan.report, publication, stop, {});
  if (!fs::exists(folder / "report/report.html")) {
    const std::string said = report.errors.substr(0, report.errors.find('\n'));
    throw std::runtime_error(said.empty() ? "the report could not be made" : said);
  }
  fs::create_directory(folder / "scores");
  for (const Task& task : all_tasks()) {
    std::vector<std::string> runs;
    for (const TrackRun& run : track.runs) {
      if (run.task == &task) runs.push_back(run.file);
    }
    if (runs.empty()) continue;
    run_in(folder, plan.scores(task, track, runs), publication, stop,
           fs::absolute(folder / "scores" / fmt::format("{}.csv", task.name)).string());
  }
  pack_everything(folder, publication, track);
  publication.sha256 = sha256_of_file((folder / "report/report.html").string()).value_or("");
  publication.facts =
      ResultJson{{"places", places_in(folder)}, {"runs", files.agreed()}, {"all_agreed", files.all_agreed()}}
          .dump(-1, ' ', false, ResultJson::error_handler_t::replace);
  if (stop == nullptr || !*stop) made.put_in_place();
  return publication;
}

}  // namespace fovea::assess
