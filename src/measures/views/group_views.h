// One topic as each group of its judgements sees it: assessors, subtopics, or users with preferences.
//
// Every view is made on first use and kept until the next topic.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "judgements/judgements.h"
#include "measures/views/article_ranking.h"
#include "measures/views/document_ranking.h"
#include "measures/views/preference_counts.h"
#include "measures/views/subtopic_gains.h"
#include "runs/run.h"

namespace fovea {

class GroupViews {
 public:
  /// What is given must live until the next call.
  void start(const TopicJudgements& judgements, std::span<const Article> articles,
             std::span<const Result> results, bool judged_only);

  /// The ranking at one level for each group, by the bytes of their names. Valid until the next call with another
  /// level.
  std::span<const BinaryRanking> rankings(int level);
  const PreferenceCounts& preferences();
  /// Subtopics at one level. `judged_only` leaves out documents that no subtopic knows.
  SubtopicGains& subtopics(SubtopicGains::Kind kind);

 private:
  const TopicJudgements* judgements_ = nullptr;
  std::span<const Article> articles_;
  std::span<const Result> results_;
  bool judged_only_ = false;

  bool rankings_ready_ = false;
  int level_ = 0;
  std::vector<BinaryRanking> rankings_;
  std::deque<std::vector<std::uint32_t>> ranks_;  ///< what they point into
  bool preferences_ready_ = false;
  PreferenceCounts preferences_;
  std::deque<SubtopicGains> subtopics_;
};

}  // namespace fovea
