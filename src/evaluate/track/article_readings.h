// How the runs of a track fare in single articles: what each returned, and where its reader stops.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evaluate/track/track_evaluation.h"

namespace fovea {

/// The best runs of each task in turn, until there are `most`.
std::vector<const TrackRunResult*> leading_runs(const TrackEvaluation& track, std::size_t most);
/// The articles of a topic with most highlighted text, at most `most`.
std::vector<const JudgedDocument*> best_articles(const TopicJudgements& topic, std::size_t most);

/// One run in one article.
struct ArticleReading {
  const TrackRunResult* run = nullptr;
  std::vector<Span> returned;  ///< sorted, disjoint
  /// T2I with kTolerance, and where the reader stops when tolerance runs out; not in tasks that ask for an entry
  /// point, which is only a place.
  std::optional<double> score = std::nullopt;
  std::optional<Offset> stop = std::nullopt;
  std::optional<Offset> entry = std::nullopt;

  /// That of INEX 2010.
  static constexpr std::uint64_t kTolerance = 300;
};

/// One topic of some runs of a track with a collection.
class TopicReadings {
 public:
  /// Reads what `runs` returned from `documents`. The track and the topic must outlive this.
  TopicReadings(const TrackEvaluation& track, std::span<const TrackRunResult* const> runs,
                const TopicJudgements& topic, const std::set<std::string_view>& documents);

  /// The runs that returned something of an article, which is `length` characters long, in the order they were given.
  std::vector<ArticleReading> of(const JudgedDocument& article, Offset length) const;

 private:
  using Returned = std::map<std::string, std::vector<Span>, std::less<>>;  ///< by document
  std::span<const TrackRunResult* const> runs_;
  const TopicJudgements& topic_;
  std::vector<Returned> returned_;  ///< by run
};

}  // namespace fovea
