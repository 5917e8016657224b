#include "assess/backup.h"

#include <fmt/chrono.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <set>

#include "assess/rebuild.h"
#include "files/temporary.h"

namespace fovea::assess {

namespace {

constexpr std::size_t kHourly = 24;
constexpr std::size_t kDaily = 14;
constexpr std::string_view kEnd = ".backup";
constexpr std::size_t kDayDigits = 8;
constexpr std::size_t kStampLength = 11;  // 20261115-17

}  // namespace

void back_up(Store& store, const std::string& target) {
  // SQLite takes an empty file for none.
  Temporary copy(Temporary::Kind::kFile, target);
  store.database().prepare("VACUUM INTO ?1").bind(std::string_view(copy.path())).run();
  {
    Store copied = Store::open(copy.path(), false);
    const auto faults = verify(copied);
    if (!faults.empty()) throw StoreError(SQLITE_CORRUPT, "the copy is damaged: " + faults.front());
  }
  if (::fsync(copy.descriptor()) != 0)
    throw StoreError(SQLITE_IOERR, "the copy cannot be brought to the disk");
  copy.put_in_place();
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

}  // namespace fovea::assess
