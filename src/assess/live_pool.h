// The pool of an adaptive method while people judge: it goes on by what they say.
//
// A verdict marks its topic. A thread of its own looks how many documents its main assessor has left; when they are few, the method
// learns from all that is judged and plays on, and what is new is given to the assessors as the next batch. Few, because what is not
// judged counts as not relevant until it is; some, because nobody should wait for the next article. First the pool file is
// written anew and then the store: whoever is killed in between takes it over at the next start.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "assess/worker.h"
#include "assess/writer.h"
#include "collection/collection.h"
#include "files/diagnostics.h"
#include "pools/pool_runs.h"
#include "pools/pooling.h"

namespace fovea::assess {

class LivePool {
 public:
  /// Fewer documents than this to judge: so many more are taken.
  static constexpr std::size_t kLeast = 5;

  struct Place {
    std::string pool;   ///< the pool file, which is written anew
    std::string store;  ///< the writer's
  };

  /// `opened` are the runs of the pool (with_runs_of); their bad rows go to `said`. Collection and writer must outlive it.
  /// `complain` hears, on a thread of this, why it does not go on.
  LivePool(pools::Pool pool, Place place, pools::OpenedRuns opened, const Collection& collection,
           StoreWriter& writer, std::function<std::int64_t()> now_ms,
           std::function<void(const std::string&)> complain, Diagnostics& said);
  LivePool(const LivePool&) = delete;
  LivePool& operator=(const LivePool&) = delete;
  /// A document of the topic was judged. May be called from any thread, also behind stop().
  void mark(const std::string& topic);
  /// Waits until all that was marked has been looked at: for tests.
  void settle() { worker_.settle(); }
  /// Ends the thread: before the writer goes.
  void stop() { worker_.stop(); }
  /// As it is now.
  std::shared_ptr<const pools::Pool> pool() const;

 private:
  void extend(const std::string& topic);

  Place place_;
  pools::OpenedRuns opened_;
  std::vector<const Run*> runs_;
  const Collection& collection_;
  StoreWriter& writer_;
  std::function<std::int64_t()> now_ms_;
  std::function<void(const std::string&)> complain_;
  pools::GrowingPool growing_;  ///< of the thread alone

  mutable std::mutex mutex_;
  /// Shared with requests that began before it grew.
  std::shared_ptr<const pools::Pool> pool_;
  Worker worker_;  ///< last: it uses all of the above
};

}  // namespace fovea::assess
