// Copies of a store while it is in use.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "assess/limits.h"
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

/// The copies that a server makes of its store, one an hour. Used by one thread.
class HourlyCopies {
 public:
  /// The first copy is due in the next hour. What is referred to must outlive this.
  HourlyCopies(std::string store, const Limits& limits, std::int64_t now_ms)
      : store_(std::move(store)), limits_(limits), last_(backup_name(store_, now_ms)) {}

  /// Makes the copy of this hour unless it was made, and removes those it supersedes. Returns why there is none, once an hour: it would
  /// take disk that is kept for saves, and is tried again with the next call; or something failed. Empty when all is well.
  std::string make_if_due(std::int64_t now_ms);

 private:
  std::string store_;
  const Limits& limits_;
  std::string last_;     ///< name of the copy that was made last, or given up
  std::string refused_;  ///< name of the copy that there was no room for
};

}  // namespace fovea::assess
