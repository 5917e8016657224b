#include "files/temporary.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <filesystem>
#include <memory>
#include <mutex>
#include <random>
#include <set>
#include <system_error>
#include <utility>

#include "files/replaced.h"
#include "files/standard_streams.h"

namespace fovea {

namespace {

namespace fs = std::filesystem;

/// Whether `name` in `folder`, no link, is still the name of the open file.
bool names_entry(int folder, const char* name, int descriptor) {
  struct stat named {};
  struct stat opened {};
  return ::fstatat(folder, name, &named, AT_SYMLINK_NOFOLLOW) == 0 && ::fstat(descriptor, &opened) == 0 &&
         named.st_dev == opened.st_dev && named.st_ino == opened.st_ino;
}

/// Removes a file, or a folder with all it holds. Safe in a signal handler, which std::filesystem is not.
void remove_entry(int folder, const char* name) {
  if (::unlinkat(folder, name, 0) == 0 || errno == ENOENT) return;
  const int inside = ::openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (inside < 0) return;
  alignas(dirent64) char entries[4096];
  for (ssize_t got = 0; (got = ::getdents64(inside, entries, sizeof entries)) > 0;) {
    for (ssize_t at = 0; at < got;) {
      const auto* const entry = reinterpret_cast<const dirent64*>(entries + at);
      const char* const inner = entry->d_name;
      if (std::strcmp(inner, ".") != 0 && std::strcmp(inner, "..") != 0) remove_entry(inside, inner);
      at += entry->d_reclen;
    }
  }
  ::close(inside);
  ::unlinkat(folder, name, AT_REMOVEDIR);
}

/// Removes `name` if it is what a killed process of this user has left.
void remove_leftover(int folder, const char* name) {
  struct stat status {};
  if (::fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0 || status.st_uid != ::geteuid()) return;
  if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) return;
  const int descriptor = ::openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return;
  // Between our look and our lock its owner may have put it in place.
  if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0 && names_entry(folder, name, descriptor)) {
    remove_entry(folder, name);
  }
  ::close(descriptor);
}

/// Once per folder and process: a folder may hold a million articles.
void remove_leftovers_once(int folder, const fs::path& path) {
  static std::mutex mutex;
  static std::set<fs::path> looked_at;
  {
    const std::lock_guard lock(mutex);
    if (!looked_at.insert(fs::absolute(path)).second) return;
  }
  const int own = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (own < 0) return;
  const std::unique_ptr<DIR, int (*)(DIR*)> stream(::fdopendir(own), ::closedir);
  if (!stream) {
    ::close(own);
    return;
  }
  // NOLINTNEXTLINE(concurrency-mt-unsafe): the stream is ours alone
  for (const dirent* entry = ::readdir(stream.get()); entry != nullptr; entry = ::readdir(stream.get())) {
    const char* const name = entry->d_name;
    if (is_temporary_name(name)) remove_leftover(folder, name);
  }
}

std::string random_name() {
  static constexpr std::string_view kSigns = "abcdefghijklmnopqrstuvwxyz234567";
  std::random_device random;
  std::string name(kTemporaryPrefix);
  for (int i = 0; i < 12; ++i) name.push_back(kSigns[random() % kSigns.size()]);
  return name;
}

}  // namespace

void fail_to_write(const std::string& path, int error) {
  throw std::system_error(error, std::generic_category(), fmt::format("cannot write {}", path));
}

std::string behind_links(const std::string& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0 || !S_ISLNK(status.st_mode)) return path;
  // The kernel decides whether the link may be followed: in /tmp those of other users may not.
  if (::stat(path.c_str(), &status) != 0) fail_to_write(fmt::format("through the link {}", path));
  return fs::canonical(path).string();
}

constinit SignalList<Temporary::Entry> Temporary::alive;

Temporary::Temporary(Kind kind, const std::string& target) : kind_(kind), target_(target) {
  refuse_input(target);
  fs::path place(target);
  if (!place.has_filename()) place = place.parent_path();
  target_name_ = place.filename().string();
  const fs::path beside = place.has_parent_path() ? place.parent_path() : ".";
  folder_ = above_standard_streams(::open(beside.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder_ < 0) fail_to_write(target_);
  remove_leftovers_once(folder_, beside);
  while (!create(kind)) {
  }
  path_ = (beside / name_).string();
}

/// False when the name was taken, or somebody took the new entry for a leftover before it was locked.
bool Temporary::create(Kind kind) {
  name_ = random_name();
  // Known to the handler before it exists: at no moment can it be left behind.
  Entry entry{.folder = folder_, .name = {}};
  name_.copy(entry.name, sizeof entry.name - 1);
  node_ = alive.add(entry);
  const bool made = kind == Kind::kFolder ? ::mkdirat(folder_, name_.c_str(), 0777) == 0 : true;
  if (made) {
    const int flags = kind == Kind::kFolder ? O_RDONLY | O_DIRECTORY : O_RDWR | O_CREAT | O_EXCL;
    descriptor_ =
        above_standard_streams(::openat(folder_, name_.c_str(), flags | O_NOFOLLOW | O_CLOEXEC, 0666));
  }
  if (descriptor_ >= 0) {
    // A file system without locks is one without clearing up, too.
    ::flock(descriptor_, LOCK_EX);
    if (names_entry(folder_, name_.c_str(), descriptor_)) return true;
    ::close(std::exchange(descriptor_, -1));
    alive.remove(std::exchange(node_, nullptr));
    return false;
  }
  const int error = errno;
  alive.remove(std::exchange(node_, nullptr));
  if (error == EEXIST || (made && kind == Kind::kFolder && error == ENOENT)) return false;
  ::close(folder_);
  fail_to_write(target_, error);
}

Temporary::Temporary(Temporary&& other) noexcept
    : kind_(other.kind_),
      target_(std::move(other.target_)),
      target_name_(std::move(other.target_name_)),
      path_(std::move(other.path_)),
      folder_(std::exchange(other.folder_, -1)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      name_(std::move(other.name_)),
      node_(std::exchange(other.node_, nullptr)) {}

Temporary::~Temporary() {
  discard();
  if (folder_ >= 0) ::close(folder_);
}

void Temporary::discard() {
  if (node_ != nullptr) {
    remove_entry(folder_, name_.c_str());
    alive.remove(std::exchange(node_, nullptr));
  }
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

void Temporary::put_in_place(Existing existing) {
  refuse_input(target_);
  const char* const to = target_name_.c_str();
  if (existing == Existing::kReplace && kind_ == Kind::kFolder && ::faccessat(folder_, to, F_OK, 0) == 0) {
    exchange_folders();
  } else {
    const unsigned flags = existing == Existing::kRefuse ? RENAME_NOREPLACE : 0;
    int result = ::renameat2(folder_, name_.c_str(), folder_, to, flags);
    if (result != 0 && errno == EINVAL && flags != 0) {
      // A file system that cannot tell: look, then rename.
      if (::faccessat(folder_, to, F_OK, AT_SYMLINK_NOFOLLOW) == 0) fail_to_write(target_, EEXIST);
      result = ::renameat(folder_, name_.c_str(), folder_, to);
    }
    if (result != 0) fail_to_write(target_);
    alive.remove(std::exchange(node_, nullptr));
  }
  discard();
}

/// Afterwards the old folder has the temporary's name, and is removed with it.
void Temporary::exchange_folders() {
  const char* const to = target_name_.c_str();
  if (::renameat2(folder_, name_.c_str(), folder_, to, RENAME_EXCHANGE) == 0) return;
  if (errno != EINVAL && errno != ENOSYS) fail_to_write(target_);
  // A file system that cannot exchange two folders: for a moment there is none.
  const Temporary aside(Kind::kFolder, path_);
  const std::string old = aside.name_ + "/old";
  if (::renameat(folder_, to, folder_, old.c_str()) != 0) fail_to_write(target_);
  if (::renameat(folder_, name_.c_str(), folder_, to) != 0) {
    const int error = errno;
    ::renameat(folder_, old.c_str(), folder_, to);
    fail_to_write(target_, error);
  }
}

void remove_temporaries() {
  Temporary::alive.for_each([](const Temporary::Entry& entry) { remove_entry(entry.folder, entry.name); });
}

void clean_up_on_signals() {
  struct sigaction action {};
  action.sa_handler = [](int signal) {
    remove_temporaries();
    ::raise(signal);  // now with its own effect, once this handler has returned
  };
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) sigaddset(&action.sa_mask, signal);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) {
    struct sigaction before {};
    if (::sigaction(signal, nullptr, &before) == 0 && before.sa_handler != SIG_IGN) {
      ::sigaction(signal, &action, nullptr);
    }
  }
}

}  // namespace fovea
