// Copies of a store while it is in use.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "assess/store.h"
#include "files/temporary.h"

namespace fovea::assess {

/// Writes a copy of the store's present state to `target`, checks it with verify(), and renames it into place: there is
/// a good copy, or none. `store` may be a connection that only reads. Throws StoreError; so it does if something exists at
/// `target` and `existing` refuses it, or it is not a store.
void back_up(Store& store, const std::string& target, Temporary::Existing existing);

/// The copy that is made at this moment, by the hour: STORE.20261115-17.backup.
std::string backup_name(const std::string& store, std::int64_t now_ms);
/// Which of these copies of the store may go: all but the last 24, and the last of each of the last 14 days.
std::vector<std::string> superseded(const std::string& store, std::vector<std::string> names);

}  // namespace fovea::assess
