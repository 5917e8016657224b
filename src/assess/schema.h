// The tables of a store. What each holds stands in docs/specs/store.md.
#pragma once

#include <cstdint>

#include "assess/sqlite.h"

namespace fovea::assess {

/// PRAGMA user_version of the stores that are known here.
inline constexpr std::int64_t kStoreVersion = 1;
/// PRAGMA application_id: "fovA".
inline constexpr std::int64_t kStoreKind = 0x666f7641;

/// Makes all tables in an empty database.
void make_tables(Database& database);
/// Throws StoreError when the file is no store of this version.
void check_tables(Database& database, const std::string& path);
/// What every connection is set to: WAL, full syncs, foreign keys.
void set_up(Database& database, bool writes);

}  // namespace fovea::assess
