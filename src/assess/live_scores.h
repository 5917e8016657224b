// The scores of all runs while people judge: what `fovea eval` would say of an export, kept up to date topic by topic.
//
// A save that judges a document marks its topic. A thread of its own reads the topic's judgements again and scores it for
// all runs; other topics stay as they are, since a score of a topic depends on nothing else. Unjudged documents count as not
// relevant, as everywhere; beside it stands what the runs score when results in unjudged documents are left out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assess/store.h"
#include "assess/worker.h"
#include "collection/collection.h"
#include "evaluate/track/track.h"
#include "measures/measure_name.h"
#include "runs/run.h"
#include "stats/computed.h"
#include "stats/sample.h"

namespace fovea::assess {

/// A run that is scored, by its name in the track.
struct ScoredTrackRun {
  std::string name;
  const Run* run = nullptr;
};

/// A measure of a run over the topics that were asked for.
struct LiveScore {
  double mean = 0;
  double judged_only = 0;  ///< results in unjudged documents left out
  stats::Computed<stats::Interval> interval;
};

struct LiveRun {
  std::string name;
  std::vector<LiveScore> scores = {};  ///< by measure
  /// Mean share of the first ten documents that are judged, over the topics that the run answers, and the median rank of
  /// the first that is not; nothing when it answers none.
  std::optional<double> judged_at_10 = {};
  std::optional<double> first_unjudged = {};
  /// Why the scores do not hold; empty when they do.
  std::string fault = {};
};

struct LiveFigures {
  std::int64_t seq = 0;  ///< the last event that they know of
  std::vector<std::string> measures;
  std::vector<std::string> topics;  ///< those with judged documents, in the order of the store
  std::vector<LiveRun> runs;
  std::string fault;  ///< why they are not up to date; empty when they are
};

/// By highlighted text, or by grades where these are given.
std::vector<MeasureName> live_measures(AssessMode mode);

class LiveScores {
 public:
  /// Runs and collection must outlive it. All topics are scored at once, in the background.
  LiveScores(std::string store, std::vector<ScoredTrackRun> runs, const Collection* collection,
             std::vector<MeasureName> measures);
  LiveScores(const LiveScores&) = delete;
  LiveScores& operator=(const LiveScores&) = delete;
  /// A document of the topic was judged, or is open again.
  void mark(const std::string& topic);
  /// Waits until all that was marked is scored: for tests, and for whoever wants the last word.
  void settle() { worker_.settle(); }
  /// The last event that the figures know of.
  std::int64_t seq() const;
  /// Over all topics, or only those that are done.
  LiveFigures figures(bool finished_only) const;

  std::span<const ScoredTrackRun> runs() const { return runs_; }
  const Collection* collection() const { return collection_; }
  const std::vector<MeasureName>& measures() const { return measures_; }

 private:
  /// One run on one topic.
  struct TopicScore {
    std::vector<std::optional<double>> values, judged_only;  ///< by measure
    bool answers = false;
    double judged_at_10 = 0;
    double first_unjudged = 0;
    std::string fault;
  };
  struct ScoredTopic {
    std::int64_t place = 0;
    bool finished = false;
    std::vector<TopicScore> runs;
  };

  /// Scores all topics that are marked.
  void catch_up();
  /// Reads and scores a topic; nothing when no document of it is judged.
  std::optional<ScoredTopic> score(Store& store, const std::string& topic) const;

  std::string path_;
  std::vector<ScoredTrackRun> runs_;
  const Collection* collection_;
  std::vector<MeasureName> measures_;

  mutable std::mutex mutex_;
  std::set<std::string> marked_;
  std::int64_t seq_ = 0;
  std::map<std::string, ScoredTopic> topics_;
  std::string fault_;  ///< of the store, while it cannot be read
  Worker worker_;      ///< last: it uses all of the above
};

}  // namespace fovea::assess
