// The track file: what belongs to a track, in TOML.
//
//     title = "Seafaring 2026"
//     collection = "seafaring.fovea"            # made by `fovea catalog build`
//     topics = "topics.xml"                     # one file or a list
//     judgements = "judgements.qrels"           # one file or folder, or a list
//     second_assessor = "second.jsonl"          # optional: agreement of two assessors
//     grades = "grades"                         # optional: grades of elements
//     questionnaires = "answers.csv"            # optional: evaluate/track/answers.h
//
//     [significance]                            # optional; these are the defaults
//     test = "t"                                # bootstrap, randomisation, wilcoxon or tukey
//     tails = 2
//     correct = "holm"                          # none or bonferroni
//     alpha = 0.05
//
//     pool = "pool.jsonl"                       # optional: the documents that people judge
//     [assess]
//     store = "seafaring.assess"                # optional: what they said
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
};

struct Track {
  std::string title;
  std::optional<std::string> collection;
  std::vector<std::string> topics;
  std::vector<std::string> judgements;  ///< none before people have judged
  std::vector<std::string> second_assessor;
  std::vector<std::string> grades;
  std::vector<std::string> questionnaires;
  TrackRules rules;
  /// How pairs of runs are tested.
  stats::ComparisonPlan significance;
  std::vector<TrackRun> runs;
  std::optional<std::string> pool;
  std::optional<std::string> store;  ///< may not be there yet
};

/// Nothing when the file cannot be read as TOML at all.
std::optional<Track> read_track(const std::string& path, Diagnostics& diagnostics);
/// The same, from a file that is open already; paths are relative to the folder in its name.
std::optional<Track> read_track(const InputFile& input, Diagnostics& diagnostics);

}  // namespace fovea
