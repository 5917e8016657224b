#include "assess/backup.h"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <set>

#include "assess/rebuild.h"

namespace fovea::assess {

namespace {

constexpr std::size_t kHourly = 24;
constexpr std::size_t kDaily = 14;
constexpr std::string_view kEnd = ".backup";
constexpr std::size_t kDayDigits = 8;
constexpr std::size_t kStampLength = 11;  // 20261115-17

}  // namespace

void back_up(Store& store, const std::string& target) {
  const std::string unfinished = target + ".unfinished";
  std::filesystem::remove(unfinished);
  try {
    store.database().prepare("VACUUM INTO ?1").bind(std::string_view(unfinished)).run();
    {
      Store copy = Store::open(unfinished, false);
      const auto faults = verify(copy);
      if (!faults.empty()) throw StoreError(SQLITE_CORRUPT, "the copy is damaged: " + faults.front());
    }
    const int descriptor = ::open(unfinished.c_str(), O_RDONLY | O_CLOEXEC);
    const bool synced = descriptor >= 0 && ::fsync(descriptor) == 0;
    if (descriptor >= 0) ::close(descriptor);
    if (!synced) throw StoreError(SQLITE_IOERR, "the copy cannot be brought to the disk");
    std::filesystem::rename(unfinished, target);
  } catch (...) {
    std::error_code ignored;
    std::filesystem::remove(unfinished, ignored);
    throw;
  }
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
