// Evaluating in shards: a state from the results of each shard and one from the judgements, and scores from all of them.
//
//     ShardState a = evaluate_shard(evaluation, plan, "a", runs_of_a);      // anywhere
//     ShardState b = evaluate_shard(evaluation, plan, "b", runs_of_b);
//     ShardState judged = judged_shard(evaluation, plan, "judgements");     // once, or once for each part of them
//     auto all = merge(states, said);
//     EvaluationOutcome outcome = finish(*all, …);
//
// The scores are those of one machine with EvaluationOptions::topics_by_id, bit for bit, whatever the partition: topics count
// in the byte order of their ids, runs stand in that of their names, and sums run over all rows at once. Topics that a run
// does not answer have the values of an empty answer, which judged_shard() adds: not every measure gives 0 for it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evaluate/evaluation.h"
#include "evaluate/shards/shard_state.h"
#include "scores/scores.h"

namespace fovea {

struct ShardRun {
  const Run* run = nullptr;
  std::string name;
};

/// Pure: the same input gives the same bytes. The judgements are kept, and the evaluation is usable(); runs have different
/// names. What is wrong with runs travels in the state.
ShardState evaluate_shard(const Evaluation& evaluation, std::string plan, std::string shard,
                          std::span<const ShardRun> runs);
/// What an empty answer scores on each judged topic.
ShardState judged_shard(const Evaluation& evaluation, std::string plan, std::string shard);
/// A shard that could not be read, and why.
ShardState failed_shard(std::span<const ScoredMeasure> measures, std::string plan, std::string shard,
                        const Diagnostics& said);

/// What becomes of all runs of a state that holds the empty answers. `file` is what messages about whole runs name.
EvaluationOutcome finish(const ShardState& state, std::span<const ScoredMeasure> measures, bool answered_only,
                         const std::string& file);

}  // namespace fovea
