// What a server knows of its track beside the store.
#pragma once

#include "assess/article_search.h"
#include "assess/judging_rules.h"
#include "assess/live_scores.h"
#include "pools/pool.h"

namespace fovea::assess {

/// What it points to may be missing (nullptr): then what needs it is answered with 404.
struct ServedTrack {
  JudgingRules rules = {};  ///< with the collection
  const pools::Pool* pool = nullptr;
  const ArticleSearch* search = nullptr;
  LiveScores* live = nullptr;  ///< with the runs
};

}  // namespace fovea::assess
