// A state as an Arrow table, which engines carry and Parquet keeps: a row per run and topic with the columns run (null for an
// empty answer), topic, shard, and a float64 per measure. The rest of the state is the metadata `fovea.state` of the schema.
#pragma once

#include <memory>
#include <optional>

#include "evaluate/shards/shard_state.h"
#include "files/arrow_c.h"
#include "files/arrow_table.h"
#include "files/diagnostics.h"

namespace fovea {

/// Hands the state over; whoever takes the stream releases it. The columns of scores are not copied.
void export_state(std::shared_ptr<const ShardState> state, ArrowArrayStream& out);

/// Nothing, with an error, when the table holds no state. Rows may stand in any order and in batches.
std::optional<ShardState> state_of_table(const ArrowTable& table, Diagnostics& diagnostics);

}  // namespace fovea
