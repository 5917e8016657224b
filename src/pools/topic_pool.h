// The pool of one topic while it grows: which documents are in it, and how deep each run has been read.
//
// A method decides whose turn it is; here stands what a turn does. Documents that the collection lacks cost no turn:
// they are passed, counted and named.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "collection/collection.h"
#include "files/diagnostics.h"
#include "pools/pool.h"
#include "pools/ranked_lists.h"

namespace fovea::pools {

class TopicPool {
 public:
  /// A document of the pool and the run that it was taken from, in the order in which they came in.
  struct Taken {
    std::uint32_t document = 0;
    std::uint32_t by = 0;
  };

  /// `collection` may be nullptr: then all documents are known. Everything must outlive this.
  TopicPool(const TopicLists& lists, std::span<const PooledRun> runs, const Collection* collection,
            std::uint64_t seed);

  /// Puts in what an earlier pool of this topic holds and how deep it was read. Documents that no list has are left
  /// out: `runs` of the earlier pool are the first of these.
  void restore(const PoolTopic& earlier);

  const TopicLists& lists() const { return lists_; }
  std::span<const PooledRun> runs() const { return runs_; }
  std::size_t size() const { return taken_.size(); }
  const std::vector<Taken>& taken() const { return taken_; }
  const std::vector<std::uint32_t>& reach() const { return reach_; }
  std::uint64_t unknown() const { return unknown_; }
  const Diagnostics& said() const { return said_; }

  /// The run's next document that is not in the pool is put into it. Nothing when there is none left.
  std::optional<std::uint32_t> take_next(std::uint32_t run);
  /// Reads the run to this rank, and puts in what is not there yet.
  void take_to(std::uint32_t run, std::uint32_t rank);

  /// All runs in the order that the seed gives them for this topic: by SHA-256 of "seed<TAB>topic<TAB>name". So a run
  /// that is added leaves the order of the others as it is.
  std::vector<std::uint32_t> seeded_order() const;
  /// The same for any names.
  std::vector<std::uint32_t> seeded_order(std::span<const std::string_view> names) const;
  /// What a name draws random numbers with in this topic: the first 64 bits of that sum.
  std::uint64_t seed_of(std::string_view name) const;

 private:
  /// Reads one rank further: the document, if it is new to the pool and known.
  std::optional<std::uint32_t> pass(std::uint32_t run);
  bool known(std::uint32_t document, std::uint32_t run);
  std::string sum_of(std::string_view name) const;

  const TopicLists& lists_;
  std::span<const PooledRun> runs_;
  const Collection* collection_;
  std::uint64_t seed_;
  std::vector<Taken> taken_;
  std::vector<std::uint32_t> reach_;
  enum class Standing : std::uint8_t { kNew, kTaken, kUnknown };
  std::vector<Standing> standing_;  ///< by document
  std::uint64_t unknown_ = 0;
  Diagnostics said_;
};

}  // namespace fovea::pools
