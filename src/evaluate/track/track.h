// The track file: what belongs to a track, in TOML.
//
//     title = "Seafaring 2026"
//     collection = "seafaring.fovea"            # made by `fovea catalog build`
//     texts = "handbook"                        # optional: a folder with the documents' texts
//     topics = "topics.xml"                     # one file or a list
//     judgements = "judgements.qrels"           # one file or folder, or a list
//     second_assessor = "second.jsonl"          # optional: agreement of two assessors
//     grades = "grades"                         # optional: grades of elements
//     questionnaires = "answers.csv"            # optional: evaluate/track/answers.h
//     groups = ["topic:query_type"]             # optional: evaluate/topic_groups.h
//     curve = "sweep/curve.tsv"                 # optional: evaluate/track/efficiency_curve.h
//     environment = "environment.toml"          # optional: runs/environment.h
//
//     [significance]                            # optional; these are the defaults
//     test = "t"                                # bootstrap, randomisation, wilcoxon or tukey
//     tails = 2
//     correct = "holm"                          # none or bonferroni
//     alpha = 0.05
//     runs = "all"                              # or best-of-groups
//
//     pool = "pool.jsonl"                       # optional: the documents that people judge
//     index = "seafaring.index"                 # optional: where they search for others
//     [pooling]                                 # optional: how the pool is made from the runs (pools/pooling.h)
//     method = "round-robin"
//     size = 750                                # or depth, or a budget of all topics in the place of both
//     [assess]                                  # all optional
//     store = "seafaring.assess"                # what they said
//     mode = "highlight"                        # grades-2003 or grades-2002
//     order = "prioritised"                     # random or id: in which they see documents
//     blind = true                              # they do not see which runs returned a document
//     forms = ["inex-2010-b", "questions.toml"] # questionnaires: names of ours, or files
//     [limits]                                  # optional: what the server grants (assess/limits.h)
//     group_mb = 8192
//     [[suggestion]]                            # what a machine would say: judgements or a run
//     file = "model.qrels"
//     name = "model 3, prompt 7, 2026-11-01"
//     show = "after"                            # once a document is judged; or never, before
//     [[topic]]
//     id = "7"
//     author = "ann"                            # an account
//
//     [[run]]                                   # one table per run, or per group of runs that are alike
//     file = "runs/harbour-*.run"               # *, ? and [a-z] match inside the names of files and folders
//     name = "harbour"                          # optional, else the tag: runs/run_names.h
//     participant = "Harbour Library"
//     task = "focused"
//     query = "automatic"
//     result = "element"
//     time_ms = 12.5                            # mean per topic, where the run file has no times
//     phrases = true                            # optional: what the participants table counts
//     reference = true
//     manual = false
//     topk = 150                                # optional: results per topic, of a set of efficiency runs
//     description = "BM25 over sections"        # optional, as is environment: what the overview may tell
//     chunking = "chunks-250.tsv"               # optional: the chunks that the run chooses from
//     pool = false                              # scored, but not pooled
//
//     [rules]                                   # optional: evaluate/track/track_rules.h
//     runs_per_task = 2                         # of a participant
//
// Paths are relative to the track file. What is wrong is reported with line and column; everything that is
// sound is returned all the same.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "files/diagnostics.h"
#include "files/input.h"
#include "runs/task.h"
#include "stats/comparison.h"
#include "text/enum_names.h"

namespace fovea {

struct TrackRun {
  std::string file;
  std::string name;  ///< empty when the track file gives none
  std::string participant;
  /// nullptr when the track file does not say; then the run is asked.
  const Task* task = nullptr;
  std::string query;
  std::string result;
  std::optional<double> time_ms;
  /// Whether it used the phrases of the topics, started from the track's reference run, had a person's help;
  /// nothing when the track file does not say.
  std::optional<bool> phrases;
  std::optional<bool> reference;
  std::optional<bool> manual;
  std::optional<std::uint64_t> topk;  ///< results per topic, at most
  std::string description;
  std::string environment;
  std::string chunking;  ///< a file; empty when none is named
  bool pool = true;      ///< whether its documents are to be judged
  Place place;           ///< of the table in the track file
};

/// How much may be submitted; what is not set has no limit.
struct TrackRules {
  std::optional<std::uint64_t> runs_per_participant;
  std::optional<std::uint64_t> runs_per_task;            ///< of a participant
  std::optional<std::uint64_t> runs_per_result_type;     ///< of a participant in a task
  std::optional<std::uint64_t> reference_runs_per_task;  ///< of a participant, beside those above
  std::optional<std::uint64_t> results_per_topic;        ///< of a run
  /// In the efficiency task runs are sent in sets of so many results per topic, and each set is counted by itself.
  std::vector<std::uint64_t> efficiency_sets;

  friend bool operator==(const TrackRules&, const TrackRules&) = default;
};

/// How the pool is made; what is not set is as usual.
struct TrackPooling {
  std::string method = {};  ///< a name, which pools/ knows or does not
  std::optional<std::uint64_t> size = {}, depth = {}, budget = {};
  Place place = {};  ///< of the method in the track file
};

/// Which runs of a task are tested against each other: all, or the best run of each of the ten best participants (overview of INEX 2010, Table 10).
enum class TestedRuns : std::uint8_t { kAll, kBestOfGroups };
constexpr auto enum_names(TestedRuns) {
  return names_in_order("all", "best-of-groups");
}

/// How pairs of runs are tested, and which.
struct TrackSignificance : stats::ComparisonPlan {
  TestedRuns runs = TestedRuns::kAll;
};

/// What people say about a document: relevant text, or grades of its elements as INEX had them.
enum class AssessMode : std::uint8_t { kHighlight, kGrades2003, kGrades2002 };
constexpr auto enum_names(AssessMode) {
  return names_in_order("highlight", "grades-2003", "grades-2002");
}
/// In which order people see documents: those that most groups found first (the best rank among equals), shuffled, or by id.
enum class ItemOrder : std::uint8_t { kPrioritised, kRandom, kId };
constexpr auto enum_names(ItemOrder) {
  return names_in_order("prioritised", "random", "id");
}
/// When people see what a machine suggests.
enum class SuggestionTime : std::uint8_t { kNever, kAfter, kBefore };
constexpr auto enum_names(SuggestionTime) {
  return names_in_order("never", "after", "before");
}

/// How a pool is judged.
struct TrackAssessment {
  std::optional<std::string> store;  ///< may not be there yet
  AssessMode mode = AssessMode::kHighlight;
  ItemOrder order = ItemOrder::kPrioritised;
  bool blind = true;
  std::vector<std::string> forms;  ///< names, or files where there are such
};

/// A number in [limits]; whether there is such a limit, the server knows.
struct TrackLimit {
  std::string key;
  std::uint64_t value = 0;
  Place place = {};
};

struct TrackSuggestion {
  std::string file;
  std::string name;
  SuggestionTime show = SuggestionTime::kAfter;
};

/// What the track file says about a topic.
struct TrackTopic {
  std::string id;
  std::string author;
};

struct Track {
  std::string title;
  std::optional<std::string> collection;
  std::optional<std::string> texts;
  std::vector<std::string> topics;
  std::vector<std::string> judgements;  ///< none before people have judged
  std::vector<std::string> second_assessor;
  std::vector<std::string> grades;
  std::vector<std::string> questionnaires;
  std::vector<std::string> groups;  ///< of topics, as evaluate/topic_groups.h names them
  std::optional<std::string> curve;
  std::optional<std::string> environment;
  TrackRules rules;
  TrackSignificance significance;
  std::vector<TrackRun> runs;
  std::optional<std::string> pool;
  TrackPooling pooling;
  std::optional<std::string> index;
  TrackAssessment assess;
  std::vector<TrackLimit> limits;
  std::vector<TrackSuggestion> suggestions;
  std::vector<TrackTopic> authored;
};

/// Whether a track has runs by now: one that people still write topics for has none.
enum class RunsExpected : std::uint8_t { kSome, kPerhaps };

/// The keys of its tables as they are read, written and hinted at: "title", "rules.runs_per_task", "run.file".
std::vector<std::string> track_keys();

/// Nothing when the file cannot be read as TOML at all.
std::optional<Track> read_track(const std::string& path, Diagnostics& diagnostics,
                                RunsExpected runs = RunsExpected::kSome);
/// The same, from a file that is open already; paths are relative to the folder in its name.
std::optional<Track> read_track(const InputFile& input, Diagnostics& diagnostics,
                                RunsExpected runs = RunsExpected::kSome);

/// What a report is made from: files, rules, tests and runs, as read_track() reads it again. Paths stand as they are, so that they must
/// be relative to the folder that the file goes to. What is about judging (pool, forms, suggestions) is left out.
std::string to_toml(const Track& track);

}  // namespace fovea
