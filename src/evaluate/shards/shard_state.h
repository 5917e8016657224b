// What an evaluation in shards carries home: the scores themselves, a row per run and topic.
//
// Any partition of the results in which all results of one run and topic lie together gives the same scores, since they are
// computed per run and topic and summed only when all are there (shard_scores.h). So states are merged by a union of rows, in
// any order and any tree. A pair of run and topic from two shards is a broken partition, and an error that names both; a
// shard that comes twice, from a task that was repeated, counts once.
//
// Rows stand in the byte order of runs and then of topics; the rows of empty answers, which belong to no run, come first.
// Mergeable sums lost: an exactly rounded sum is not the sum of a single machine, and no test can be made of it.
// docs/specs/shard-state.md describes the bytes and the Arrow table.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evaluate/evaluation_outcome.h"
#include "files/diagnostics.h"
#include "runs/order.h"

namespace fovea {

/// In the place of a run: what an empty answer scores on a topic; of a message, that it is about no run.
inline constexpr std::int32_t kNoRun = -1;

/// By column, as Arrow has it.
struct ShardRows {
  std::vector<std::int32_t> run;
  std::vector<std::int32_t> shard;
  std::string topics;                       ///< one behind the other
  std::vector<std::int64_t> topic_end;      ///< in `topics`
  std::vector<std::vector<double>> values;  ///< by measure

  std::size_t size() const { return run.size(); }
  std::string_view topic(std::size_t row) const {
    const auto begin = static_cast<std::size_t>(row == 0 ? 0 : topic_end[row - 1]);
    return std::string_view(topics).substr(begin, static_cast<std::size_t>(topic_end[row]) - begin);
  }
};

/// What was counted of one run in one shard. Integers, and hence without an order.
struct ShardCounts {
  std::int32_t shard = 0;
  std::int32_t run = 0;
  RankOrder order = RankOrder::kFile;
  RunCounts counts;
  std::vector<std::string> unjudged;  ///< topics, in byte order

  friend bool operator==(const ShardCounts&, const ShardCounts&) = default;
};

/// Something that a shard has to say.
struct ShardMessage {
  std::int32_t shard = 0;
  std::int32_t run = kNoRun;
  bool breach = false;  ///< of the rules of the task
  Diagnostic diagnostic;
};

/// How often it was said, kept or not.
struct ShardMessageCount {
  std::int32_t shard = 0;
  std::int32_t run = kNoRun;
  bool breach = false;
  Severity severity = Severity::kError;
  std::string code;
  std::uint64_t count = 0;

  friend bool operator==(const ShardMessageCount&, const ShardMessageCount&) = default;
};

struct ShardState {
  /// What all states that are merged must share: version, options and judgements, as a JSON object.
  std::string plan;
  std::vector<std::string> measures;
  std::vector<std::string> shards;        ///< in byte order, each once
  std::vector<std::uint64_t> shard_rows;  ///< by shard
  std::vector<std::string> runs;          ///< in byte order, each once
  ShardRows rows;
  std::vector<ShardCounts> counts;                ///< by shard and run
  std::vector<ShardMessage> messages;             ///< the first Diagnostics::kDefaultKeep by file and line
  std::vector<ShardMessageCount> message_counts;  ///< by shard, run, breach, severity and code
};

/// Associative and commutative. Nothing, with the reason, for states of other plans, a pair of run and topic from two shards,
/// or a shard that says different things. Codes: other-plan, split-topic, unlike-shards.
std::optional<ShardState> merge(std::span<const ShardState* const> states, Diagnostics& said);

/// What a state says of one run, or with kNoRun of no run: its rows, counts and messages. Parts of the same run, of any states,
/// are merged as states are; those of different runs are not, since a shard has other rows in each.
ShardState part_of(const ShardState& state, std::int32_t run);

/// Puts the messages in their order, those that stand in several states once, and keeps the first.
void settle_messages(ShardState& state);

/// The byte form.
std::string to_bytes(const ShardState& state);
/// Throws CorruptFile when they are none.
ShardState shard_state_from_bytes(std::string_view bytes);

}  // namespace fovea
