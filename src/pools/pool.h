// A pool: the documents that people are asked to judge, per topic, and where each of them comes from.
//
// An item is a topic and a document. L_s, the list of run s for a topic, holds the documents of its results, each at
// its first occurrence, in the order in which the run ranks them; a rank is a place in that list, from 1. A run has
// *contributed* the items that it ranks within its reach: what was taken from it, and what was passed on the way
// because another run had given it before.
//
// Pools are values. They are made and extended by pools/pooling.h and stored by pools/pool_file.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::pools {

struct PoolMethod;

/// Whose results a turn of the round robin is taken from.
enum class TurnsOf : std::uint8_t { kGroups, kRuns };

/// Which runs an adaptive method judges by a document.
enum class Credit : std::uint8_t {
  kPlayed,  ///< the one it was taken from
  kAll,     ///< all that returned it
};

/// How a pool is made. What a method has no use for does not matter to it.
struct PoolSettings {
  /// One of all_methods(), which are always there (pools/methods/method.h).
  const PoolMethod* method = nullptr;
  /// Documents per topic, and results per run that the method `depth` takes. INEX 2010 judged 750.6 documents per
  /// topic on average.
  std::size_t size = 750;
  std::size_t depth = 100;
  /// What adaptive methods begin with: so many documents of every run.
  std::size_t base = 10;
  TurnsOf by = TurnsOf::kGroups;
  /// Goes on to the end of the round in which the size is reached.
  bool finish_round = false;
  /// mm-ns: what is kept of what was learnt before, at every update.
  double rho = 0;
  Credit credit = Credit::kPlayed;
  std::uint64_t seed = 1;
};

/// A run that is pooled.
struct PooledRun {
  std::string name;
  /// The participant; the run's own name where it has none.
  std::string group;
  /// As the pool file names it: relative to that file.
  std::string file;
  std::string sha256;

  friend bool operator==(const PooledRun&, const PooledRun&) = default;
};

/// Run `run` ranks the document at `rank`.
struct Origin {
  std::uint32_t run = 0;
  std::uint32_t rank = 0;

  friend bool operator==(const Origin&, const Origin&) = default;
};

struct PoolItem {
  std::string doc;
  /// The run whose turn it was.
  std::uint32_t by = 0;
  std::uint32_t batch = 1;
  /// Every pooled run that returned it, by number.
  std::vector<Origin> origins;

  friend bool operator==(const PoolItem&, const PoolItem&) = default;
};

struct PoolTopic {
  std::string id;
  /// Of this topic alone, in the place of the pool's: its size, or its depth with the method `depth`.
  std::optional<std::size_t> size;
  /// By run: the deepest rank that was taken or passed.
  std::vector<std::uint32_t> reach;
  /// Documents within reach that the collection lacks.
  std::uint64_t unknown = 0;
  /// By place: the first has place 1.
  std::vector<PoolItem> items;

  friend bool operator==(const PoolTopic&, const PoolTopic&) = default;
};

struct Pool {
  PoolSettings settings;
  /// The last one; the first is 1.
  std::uint32_t batch = 1;
  std::vector<PooledRun> runs;
  /// The collection that knows the documents, relative to the pool file; empty when none was asked.
  std::string collection;
  std::vector<PoolTopic> topics;

  const PoolTopic* find(std::string_view topic) const;
  std::size_t items() const;
};

/// Whether a run that ranks a document so has contributed it.
inline bool contributed(const PoolTopic& topic, const Origin& origin) {
  return origin.rank <= topic.reach[origin.run];
}

}  // namespace fovea::pools
