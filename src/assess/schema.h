// The tables of a store, and how a store of an earlier version comes by those that it lacks. What each holds stands in
// docs/specs/store.md.
#pragma once

#include <cstdint>
#include <string>

#include "assess/sqlite.h"

namespace fovea::assess {

/// PRAGMA user_version of the stores that are made here; those of all versions before are known, too.
inline constexpr std::int64_t kStoreVersion = 5;
/// PRAGMA application_id: "fovA".
inline constexpr std::int64_t kStoreKind = 0x666f7641;

/// Makes all tables in an empty database.
void make_tables(Database& database);
/// Throws StoreError when the file is no store, or one of a later version.
void check_tables(Database& database, const std::string& path);
/// Makes the tables that a store of an earlier version lacks; before it changes anything, a copy of the store as it was stands
/// beside it, as PATH.version-N. Nothing happens to a store of this version.
void bring_up_to_date(Database& database, const std::string& path);
/// For a connection that only reads: empty tables of its own in the place of those that an earlier version lacks.
void stand_in_for_missing(Database& database);
/// For such a connection, too: an empty table of its own, which its statements find before the stored one of the same name.
void put_before(Database& database, std::string_view table);
/// What every connection is set to: WAL, full syncs, foreign keys.
void set_up(Database& database, bool writes);

}  // namespace fovea::assess
