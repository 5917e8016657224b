// Results: a report made from a snapshot of the store, and frozen under a name.
//
// What is published is a folder of plain files beside the store, STORE.results/NAME, and everything in it was made by the
// commands: a track file that `fovea report` reads, with judgements, topics and all runs; the report; scores per topic; and all of that
// as one archive. A correction is another name: what was published stays as it was.
//
//     track.toml  topics.jsonl  judgements.jsonl  second.jsonl  pool.jsonl  runs/…  the collection
//     report/…        what `fovea report track.toml` wrote
//     scores/TASK.csv what `fovea eval -q` wrote
//     everything.tar.gz
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assess/event.h"
#include "assess/store.h"
#include "assess/submissions.h"
#include "assess/worker.h"
#include "assess/writer.h"
#include "collection/collection.h"
#include "evaluate/track/track.h"
#include "pools/pool.h"
#include "text/enum_names.h"
#include "topics/topic.h"

namespace fovea::assess {

enum class PublicationState : std::uint8_t { kMaking, kReady, kFailed };
constexpr auto enum_names(PublicationState) {
  return names_in_order("making", "ready", "failed");
}

struct Publication {
  std::string name;
  PublicationState state = PublicationState::kMaking;
  std::int64_t seq = 0;      ///< the last event that it knows of
  std::int64_t made_ms = 0;  ///< when it was asked for
  std::string sha256;        ///< of the report's page
  std::string facts = "{}";  ///< `places` of runs by task, `runs` that may be given away, `fault`; JSON

  friend bool operator==(const Publication&, const Publication&) = default;
};

std::vector<Publication> publications(Store& store);
std::optional<Publication> publication(Store& store, std::string_view name);
/// Names the present state, unless there is a snapshot of this name, and puts on record that it is to be published. Called in a transaction.
Outcome<Publication> begin_publication(Store& store, const std::string& name, const Actor& actor);
/// Called in a transaction.
void end_publication(Store& store, const Publication& publication, const Actor& actor);

/// Where what is published lies.
std::string publication_folder(const std::string& store, std::string_view name);
/// Why results cannot be called so; empty when they can.
std::string fault_of_publication_name(std::string_view name);

/// What is published beside what the store holds.
struct PublicationPlan {
  /// The words that make a report of track.toml in the folder report, both where it runs.
  std::vector<std::string> report;
  /// The words that print the scores of some runs of a task for every topic, as CSV; paths are seen from where it runs.
  std::function<std::vector<std::string>(const Task&, const Track&, const std::vector<std::string>& runs)>
      scores;
  Track track;  ///< its runs count beside those that were sent in
  std::vector<Topic> topics;
  const Collection* collection = nullptr;
  /// As it is when it is asked; may be empty, and may give nothing.
  std::function<std::shared_ptr<const pools::Pool>()> pool = {};
};

/// Makes the folder of a publication, from the state of the store at its snapshot; what stands there is replaced. What is known of it then.
/// Throws std::exception when it cannot be made.
Publication make_publication(const std::string& store, Publication publication, const PublicationPlan& plan,
                             const std::atomic<bool>* stop);

class Publisher {
 public:
  /// The writer must outlive it. What was begun and not made is made.
  Publisher(std::string store, StoreWriter& writer, PublicationPlan plan,
            std::function<std::int64_t()> now_ms);
  Publisher(const Publisher&) = delete;
  Publisher& operator=(const Publisher&) = delete;
  /// Ends what has begun; what is enqueued from then on waits for the next server. Before the writer goes, whose last answers enqueue.
  void stop() { worker_.stop(); }

  void enqueue(const std::string& name);
  /// Waits until all is made: for tests and commands.
  void settle() { worker_.settle(); }

 private:
  void publish(const std::string& name);

  std::string store_;
  StoreWriter& writer_;
  PublicationPlan plan_;
  std::function<std::int64_t()> now_ms_;
  Worker worker_;  ///< last: it uses all of the above
};

}  // namespace fovea::assess
