// What follows from events, made from nothing but them: an earlier state of a store, and whether its tables are what its events say.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "assess/store.h"

namespace fovea::assess {

/// The store as it was when `last` was the last event, or by all events: every table that follows from events (kDerivedTables) is made
/// again by the same functions that save, in memory; all others are those of the store. It only reads. What is wrong with the events (a
/// broken chain, a gap, a change that cannot be) goes to `faults`; `check`, called now and then, may throw to end it.
Store rebuild(Store& store, std::optional<std::int64_t> last, std::vector<std::string>& faults,
              const std::function<void()>& check = {});

/// Everything that is wrong with a store: SQLite's own check, the chain, and rows of derived tables that are not what the events say.
/// Empty when all is well. `check` as above.
std::vector<std::string> verify(Store& store, const std::function<void()>& check = {});

}  // namespace fovea::assess
