// All of a state but its rows, as a JSON object: it travels as the metadata of the Arrow table, and at the head of the bytes.
#pragma once

#include <string>
#include <string_view>

#include "evaluate/shards/shard_state.h"

namespace fovea {

std::string shard_header(const ShardState& state);

/// A state without rows. Throws CorruptFile when the text is no header: every number in it is checked.
ShardState state_of_header(std::string_view header);

/// Throws CorruptFile when the rows do not fit the header or stand in another order than they should.
void check_rows(const ShardState& state);

}  // namespace fovea
