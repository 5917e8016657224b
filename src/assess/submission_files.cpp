#include "assess/submission_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <limits>
#include <set>
#include <system_error>

#include "assess/accounts.h"
#include "files/descriptor.h"

namespace fovea::assess {

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 3> kEndings = {".run", ".faults", ".repaired"};

/// Brings a folder's list of names to the disk.
void sync_folder(const std::string& folder) {
  const Descriptor open(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!open || ::fsync(open.get()) != 0) fail_to_write(folder);
}

}  // namespace

void SubmissionFiles::make_folder() const {
  fs::create_directories(folder_);
  fs::permissions(folder_, fs::perms::owner_all);
}

void SubmissionFiles::sweep(const std::vector<Submission>& all, std::int64_t now_ms,
                            Arriving arriving) const {
  std::error_code error;
  // Whoever makes a temporary removes those of a process that was killed.
  if (arriving == Arriving::kNone) {
    const Temporary cleaner(Temporary::Kind::kFile, folder_ + "/start");
  }
  std::set<std::string> kept;
  std::set<std::string> known;
  for (const Submission& each : all) {
    known.insert(each.key);
    if (each.state != SubmissionState::kRefused || now_ms - each.sent_ms <= kDay) kept.insert(each.key);
  }
  std::vector<fs::path> gone;
  for (const auto& entry : fs::directory_iterator(folder_, error)) {
    const std::string name = entry.path().filename().string();
    for (const std::string_view ending : kEndings) {
      if (!name.ends_with(ending)) continue;
      const std::string key = name.substr(0, name.size() - ending.size());
      if (kept.contains(key)) continue;
      const auto age = fs::file_time_type::clock::now() - entry.last_write_time(error);
      if (known.contains(key) || arriving == Arriving::kNone || age > std::chrono::hours(1))
        gone.push_back(entry.path());
    }
  }
  for (const fs::path& path : gone) fs::remove(path, error);
}

std::uint64_t SubmissionFiles::kept_bytes(const std::vector<Submission>& of_group) const {
  std::uint64_t sum = 0;
  for (const Submission& each : of_group) {
    for (const std::string& path : {run(each.key), repaired(each.key), faults(each.key)}) {
      std::error_code error;
      const auto size = fs::file_size(path, error);
      if (!error) sum += size;
    }
  }
  return sum;
}

std::uint64_t free_for_runs(const std::string& folder, const Limits& limits) {
  constexpr std::uint64_t kPercent = 100;
  struct statvfs disk {};
  // What is not known is not limited: the disk says itself when it is full.
  if (::statvfs(folder.c_str(), &disk) != 0) return std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t all = disk.f_blocks * disk.f_frsize;
  const std::uint64_t free = disk.f_bavail * disk.f_frsize;
  const std::uint64_t reserve =
      std::min(megabytes(limits.reserve_mb), all / kPercent * limits.reserve_percent);
  return free - std::min(free, reserve);
}

std::string ArrivingFile::folder() const {
  return fs::path(target_).parent_path().string();
}

void ArrivingFile::write(std::string_view bytes) {
  sum_.add(bytes);
  size_ += bytes.size();
  while (!bytes.empty()) {
    const ssize_t written = ::write(file_.descriptor(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail_to_write("a submission");
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

std::string ArrivingFile::put_in_place() {
  if (::fsync(file_.descriptor()) != 0) fail_to_write("a submission");
  file_.put_in_place(Temporary::Existing::kRefuse);
  sync_folder(folder());
  return sum_.finish();
}

}  // namespace fovea::assess
