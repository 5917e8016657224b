// What a server knows of its track beside the store.
#pragma once

#include <memory>
#include <string>

#include "assess/article_search.h"
#include "assess/judging_rules.h"
#include "assess/live_pool.h"
#include "assess/live_scores.h"
#include "assess/publication.h"
#include "assess/run_checks.h"
#include "pools/pool.h"

namespace fovea::assess {

/// What it points to may be missing (nullptr): then what needs it is answered with 404.
struct ServedTrack {
  JudgingRules rules = {};            ///< with the collection
  const pools::Pool* pool = nullptr;  ///< as it was at the start
  LivePool* growing = nullptr;        ///< of an adaptive method, which goes on
  const ArticleSearch* search = nullptr;
  LiveScores* live = nullptr;   ///< with the runs
  RunChecks* checks = nullptr;  ///< where runs are taken
  TrackRules submission_rules = {};
  Publisher* publisher = nullptr;

  /// As it is now; nothing where none is known.
  std::shared_ptr<const pools::Pool> pool_now() const {
    // The first one outlives all requests.
    return growing != nullptr ? growing->pool()
                              : std::shared_ptr<const pools::Pool>(std::shared_ptr<void>(), pool);
  }
  /// What was judged has changed: scores are made again, and a pool that goes on goes on. May be called from the writer's thread.
  void mark(const std::string& topic) const {
    if (live != nullptr) live->mark(topic);
    if (growing != nullptr) growing->mark(topic);
  }
};

}  // namespace fovea::assess
