// How many preferences of a topic's judgements a ranking fulfils, as trec_eval counts them.
//
// Only judged documents count. They stand at places from 0: first those retrieved, by rank (of equal scores the
// lower id first), then the others, by id. A preference of a before b is fulfilled when a has the lower place and
// was retrieved. What is known of it depends on how many of the two were retrieved: both, one (which implies the
// order), or neither (which fulfils nothing).
//
// Groups judge for themselves. A group with one subgroup has classes of documents, all of a higher one preferred to
// all of a lower one; a group with several has a table of preferences, with those that follow from others.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "judgements/judgements.h"
#include "measures/views/article_ranking.h"
#include "runs/run.h"

namespace fovea {

/// Preferences fulfilled, of those possible.
struct PreferenceShare {
  std::uint64_t fulfilled = 0;
  std::uint64_t possible = 0;
};

/// What one group wants, and gets.
struct PreferenceGroup {
  PreferenceShare retrieved;  ///< both documents were
  PreferenceShare implied;    ///< one was
  std::uint64_t neither = 0;  ///< possible, of documents neither of which was
  std::uint64_t relevant = 0, relevant_retrieved = 0;
  std::uint64_t nonrelevant = 0, nonrelevant_retrieved = 0;
  /// With as many documents of level 0 as there are relevant ones: the first of them, or ideal ones on top.
  PreferenceShare limited;
  PreferenceShare limited_retrieved;
};

/// Pairs of documents between which somebody has a preference.
struct PreferencePairs {
  std::uint64_t pairs = 0;
  double share = 0;  ///< sum over the pairs of the part of their preferences that is fulfilled
};

class PreferenceCounts {
 public:
  void build(const TopicJudgements& judgements, std::span<const Article> articles,
             std::span<const Result> results);

  /// By the bytes of their names.
  std::span<const PreferenceGroup> groups() const { return groups_; }
  /// Both documents retrieved; at least one; and how many further pairs have neither.
  const PreferencePairs& retrieved_pairs() const { return retrieved_pairs_; }
  const PreferencePairs& implied_pairs() const { return implied_pairs_; }
  std::uint64_t other_pairs() const { return other_pairs_; }

 private:
  friend class ClassedGroup;
  friend class TabledGroup;

  void place_documents(const TopicJudgements& judgements, std::span<const Article> articles,
                       std::span<const Result> results);
  void count_pairs();
  std::uint16_t& count(std::size_t preferred, std::size_t other) {
    return counts_[preferred * judged_ + other];
  }

  std::vector<std::string_view> order_;  ///< documents by place
  std::size_t judged_ = 0;
  std::size_t judged_retrieved_ = 0;
  std::vector<PreferenceGroup> groups_;
  std::vector<std::uint16_t> counts_;  ///< groups that prefer one place to another
  PreferencePairs retrieved_pairs_;
  PreferencePairs implied_pairs_;
  std::uint64_t other_pairs_ = 0;
};

}  // namespace fovea
