#include "assess/backup.h"

#include <fmt/chrono.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <optional>
#include <set>
#include <utility>

#include "assess/rebuild.h"
#include "assess/schema.h"
#include "assess/store_place.h"
#include "assess/submission_files.h"

namespace fovea::assess {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kHourly = 24;
constexpr std::size_t kDaily = 14;
constexpr std::string_view kEnd = ".backup";
constexpr std::size_t kDayDigits = 8;
constexpr std::size_t kStampLength = 11;  // 20261115-17

/// Holds what is at the place of a copy until the copy takes it: no server can take it up meanwhile.
class ReplacedStore {
 public:
  /// Throws unless a copy may take the place of what is there, if anything is.
  ReplacedStore(const std::string& path, Temporary::Existing existing) {
    if (!fs::exists(path)) return;
    if (existing == Temporary::Existing::kRefuse)
      throw StoreError(SQLITE_CANTOPEN, fmt::format("{}: exists already", path));
    if (!fs::is_regular_file(path))
      throw StoreError(SQLITE_CANTOPEN, fmt::format("{}: exists and is no file", path));
    Database old(path, Database::Mode::kWrite);
    check_tables(old, path);
    if (!fs::exists(path + ".lock")) lock_file_ = path + ".lock";
    lock_.emplace(path);
    // SQLite would take a log that stays behind for that of the copy.
    old.run("PRAGMA wal_checkpoint(TRUNCATE)");
  }
  ReplacedStore(const ReplacedStore&) = delete;
  ReplacedStore& operator=(const ReplacedStore&) = delete;
  ~ReplacedStore() {
    std::error_code ignored;
    if (!lock_file_.empty()) fs::remove(lock_file_, ignored);
  }

 private:
  std::optional<StoreLock> lock_;
  std::string lock_file_;  ///< which nobody but us has made
};

}  // namespace

void back_up(Store& store, const std::string& target, Temporary::Existing existing) {
  const std::string place = behind_links(target);
  // SQLite takes an empty file for none.
  Temporary copy(Temporary::Kind::kFile, place);
  const ReplacedStore replaced(place, existing);
  store.database().prepare("VACUUM INTO ?1").bind(std::string_view(copy.path())).run();
  {
    Store copied = Store::open(copy.path(), false);
    const auto faults = verify(copied);
    if (!faults.empty()) throw StoreError(SQLITE_CORRUPT, "the copy is damaged: " + faults.front());
  }
  if (::fsync(copy.descriptor()) != 0)
    throw StoreError(SQLITE_IOERR, "the copy cannot be brought to the disk");
  copy.put_in_place(existing);
}

std::string backup_name(const std::string& store, std::int64_t now_ms) {
  const std::time_t seconds = static_cast<std::time_t>(now_ms / 1000);
  return fmt::format("{}.{:%Y%m%d-%H}{}", store, fmt::gmtime(seconds), kEnd);
}

std::vector<std::string> superseded(const std::string& store, std::vector<std::string> names) {
  const std::string begin = store + ".";
  std::erase_if(names, [&](const std::string& name) {
    return !name.starts_with(begin) || !name.ends_with(kEnd) ||
           name.size() != begin.size() + kStampLength + kEnd.size();
  });
  std::ranges::sort(names, std::ranges::greater());
  std::vector<std::string> gone;
  std::set<std::string> days;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool last_of_day = days.insert(names[i].substr(begin.size(), kDayDigits)).second;
    if (i >= kHourly && !(last_of_day && days.size() <= kDaily)) gone.push_back(names[i]);
  }
  return gone;
}

std::string HourlyCopies::make_if_due(std::int64_t now_ms) {
  const std::string name = backup_name(store_, now_ms);
  if (name == last_) return {};
  try {
    const fs::path folder = fs::path(store_).has_parent_path() ? fs::path(store_).parent_path() : ".";
    // A copy has no free pages, and takes no more than the store with what its log holds.
    std::error_code absent;
    const std::uintmax_t log = fs::file_size(store_ + "-wal", absent);
    const std::uintmax_t needed = fs::file_size(store_) + (absent ? 0 : log);
    if (free_for_runs(folder.string(), limits_) < needed) {
      if (std::exchange(refused_, name) == name) return {};
      return fmt::format(
          "no copy of the store was made: it needs {} MB, and the rest of the disk is kept for saves",
          (needed >> 20U) + 1);
    }
    last_ = name;
    Store reader = Store::open(store_, false);
    back_up(reader, name, Temporary::Existing::kReplace);
    std::vector<std::string> copies;
    for (const auto& entry : fs::directory_iterator(folder))
      copies.push_back((fs::path(store_).parent_path() / entry.path().filename()).string());
    for (const std::string& old : superseded(store_, copies)) fs::remove(old);
  } catch (const std::exception& error) {
    last_ = name;
    return fmt::format("no copy of the store was made: {}", error.what());
  }
  return {};
}

}  // namespace fovea::assess
