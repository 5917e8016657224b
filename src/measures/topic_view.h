// One topic of one run against its judgements: what measures read.
//
// Derived views are made on first use and kept until the next topic, so that the cost of a set of measures is
// that of the views they share. The memory is reused from topic to topic.
//
// (Contract between the families; the owner of this file adds the views for highlighted text.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "judgements/judgements.h"
#include "runs/run.h"

namespace fovea {

/// An article of the ranking: a document at the place of its first result.
struct Article {
  std::string_view doc;
  /// nullptr when it was not judged.
  const JudgedDocument* judged = nullptr;
  /// Index of its first result in results().
  std::uint32_t first_result = 0;
};

class TopicView {
 public:
  /// The judgements of the topic.
  const TopicJudgements& judgements() const;
  /// Results in rank order, cut at the depth asked for.
  std::span<const Result> results() const;
  /// Articles in the order of their first result: first come, first served.
  std::span<const Article> articles();
  /// Grades from which on a document counts as relevant (trec_eval's -l).
  int relevance_level() const;
};

}  // namespace fovea
