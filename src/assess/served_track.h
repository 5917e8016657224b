// What a server knows of its track beside the store.
#pragma once

#include <memory>
#include <string>

#include "assess/article_search.h"
#include "assess/judging_rules.h"
#include "assess/limits.h"
#include "assess/pooling.h"
#include "assess/publication.h"
#include "assess/run_checks.h"

namespace fovea::assess {

/// What it points to may be missing (nullptr): then what needs it is answered with 404.
struct ServedTrack {
  std::string title = {};      ///< of the track file; may be empty
  JudgingRules rules = {};     ///< with the collection
  Pooling* pooling = nullptr;  ///< the pool and the runs, as they are now
  const ArticleSearch* search = nullptr;
  RunChecks* checks = nullptr;  ///< where runs are taken
  TrackRules submission_rules = {};
  Publisher* publisher = nullptr;
  Limits limits = {};

  std::shared_ptr<const pools::Pool> pool_now() const {
    return pooling == nullptr ? nullptr : pooling->pool();
  }
  std::shared_ptr<LiveScores> scores_now() const { return pooling == nullptr ? nullptr : pooling->scores(); }
  /// What was judged has changed. May be called from the writer's thread.
  void mark(const std::string& topic) const {
    if (pooling != nullptr) pooling->mark(topic);
  }
};

}  // namespace fovea::assess
