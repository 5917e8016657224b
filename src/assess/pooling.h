// The pool of a track while its server runs: made from the runs that stand when an organiser asks for it, kept as a file, judged at once.
//
// What is judged and scored, the pool with the runs, is one value that is replaced as a whole: requests that began before keep what they
// have. A pool is made by `fovea pool build` in a process of its own with limits (assess/pool_building.h): from the runs of the
// track file and those that were sent in, which lie under readable names in STORE.pooled. The file takes its place in the transaction that
// gives the pool to the store; whoever is killed in between takes the pool over at the next start. A pool that people have begun to judge
// is never replaced, and neither is a file that was not made here.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assess/live_pool.h"
#include "assess/live_scores.h"
#include "assess/pool_building.h"
#include "assess/store.h"
#include "assess/worker.h"
#include "assess/writer.h"
#include "collection/collection.h"
#include "evaluate/track/track.h"
#include "measures/measure_name.h"
#include "pools/pool.h"
#include "pools/pool_runs.h"
#include "pools/pooling.h"
#include "text/enum_names.h"
#include "topics/topic.h"

namespace fovea::assess {

/// Whether anybody has said anything about a document.
bool judging_has_begun(Store& store);

/// Store::add_pool; but where nobody has judged yet, what an earlier pool held and this one does not goes. Topics that `topics` lacks are
/// those that were chosen in the store. Called in a transaction.
Outcome<std::int64_t> take_over_pool(Store& store, const pools::Pool& pool, const std::vector<Topic>& topics,
                                     const Collection& collection, const Actor& actor);

/// What is pooled and scored beside the runs that were sent in.
struct PoolingPlan {
  std::string file = {};  ///< where the pool is, or will be; empty where none can be made
  /// What [pooling] of the track file says.
  pools::PoolOrder usual = {.settings = {.method = &pools::methods::kRoundRobin}};
  std::vector<TrackRun> track_runs = {};    ///< of the track file
  std::vector<ScoredTrackRun> scored = {};  ///< the same, opened, as far as they are scored
  std::vector<Topic> topics = {};           ///< of the track file
  const Collection* collection = nullptr;
  std::string collection_file = {};
  std::vector<MeasureName> measures = {};
  PoolBuilder build = build_pool_here;
  /// Hears, on another thread, why a pool that goes on does not.
  std::function<void(const std::string&)> complain = [](const std::string&) {};
};

enum class PoolingState : std::uint8_t { kIdle, kMaking, kFailed };
constexpr auto enum_names(PoolingState) {
  return names_in_order("idle", "making", "failed");
}

class Pooling {
 public:
  /// A pool that is there already, with its runs where its method is adaptive (pools::with_runs_of).
  struct Known {
    std::optional<pools::Pool> pool = {};
    pools::OpenedRuns pooled = {};
  };
  /// What the plan points to, and the writer, must outlive it.
  Pooling(std::string store, StoreWriter& writer, PoolingPlan plan, Known known,
          std::function<std::int64_t()> now_ms);
  Pooling(const Pooling&) = delete;
  Pooling& operator=(const Pooling&) = delete;
  ~Pooling();
  /// Ends the threads: before the writer goes.
  void stop();

  /// Why no pool can be made now; nothing when one can.
  std::optional<Refused> refusal(Store& store) const;
  /// Makes one in the background, unless it is refused.
  std::optional<Refused> begin(Store& store, const pools::PoolOrder& order, const Actor& actor);
  /// What is being made, and what went wrong with the last one.
  std::pair<PoolingState, std::string> state() const;
  /// Runs that a pool would be made from.
  std::size_t runs(Store& store) const;
  const std::string& file() const { return plan_.file; }
  /// How a pool is made unless an organiser asks for another.
  const pools::PoolOrder& usual() const { return plan_.usual; }

  /// As it is now; nothing where there is none.
  std::shared_ptr<const pools::Pool> pool() const;
  /// Of all runs, as it is now. Never nothing.
  std::shared_ptr<LiveScores> scores() const;
  /// What was judged has changed: scores are made again, and a pool that goes on goes on. May be called from the writer's thread.
  void mark(const std::string& topic);
  /// Waits until nothing is being made: for tests.
  void settle() { worker_.settle(); }

 private:
  struct Judged {
    std::deque<Run> sent;  ///< what was sent in, which the scores point to
    std::shared_ptr<const pools::Pool> pool;
    std::unique_ptr<LiveScores> scores;
    std::unique_ptr<LivePool> growing;
  };
  std::shared_ptr<Judged> judged(std::optional<pools::Pool> pool, pools::OpenedRuns pooled) const;
  void put(std::shared_ptr<Judged> now);
  /// Throws std::exception when it cannot be made.
  void make(const pools::PoolOrder& order, const Actor& actor);

  std::string store_;
  StoreWriter& writer_;
  PoolingPlan plan_;
  std::function<std::int64_t()> now_ms_;

  mutable std::mutex mutex_;
  std::shared_ptr<Judged> judged_;
  PoolingState state_ = PoolingState::kIdle;
  std::string fault_;
  Worker worker_;  ///< last: it uses all of the above
};

}  // namespace fovea::assess
