#include "files/replaced.h"

#include <absl/container/flat_hash_set.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <mutex>
#include <utility>

#include "files/binary.h"
#include "files/descriptor.h"

namespace fovea {

namespace {

/// Files of this process that are inputs, by device and inode: a hard link is the same file.
struct Inputs {
  std::mutex mutex;
  bool wanted = false;
  absl::flat_hash_set<std::pair<dev_t, ino_t>> files;
};

Inputs& inputs() {
  static Inputs all;
  return all;
}

bool same_file(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

std::string_view name_of_mode(mode_t mode) {
  if (S_ISSOCK(mode)) return "a socket";
  if (S_ISDIR(mode)) return "a folder";
  return "a block device";
}

}  // namespace

OutputRefused::OutputRefused(const std::string& path, std::string_view why)
    : std::system_error(EEXIST, std::generic_category()),
      message_(fmt::format("cannot write {}: {}", path, why)) {}

void protect_inputs() {
  const std::lock_guard lock(inputs().mutex);
  inputs().wanted = true;
}

void forget_inputs() {
  const std::lock_guard lock(inputs().mutex);
  inputs().wanted = false;
  inputs().files.clear();
}

bool remember_input(const struct stat& input) {
  if (!S_ISREG(input.st_mode)) return true;
  const std::lock_guard lock(inputs().mutex);
  if (!inputs().wanted) return true;
  struct stat output {};
  if (::fstat(STDOUT_FILENO, &output) == 0 && same_file(input, output)) return false;
  inputs().files.emplace(input.st_dev, input.st_ino);
  return true;
}

void remember_input(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) remember_input(status);
}

void refuse_input(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return;
  const std::lock_guard lock(inputs().mutex);
  if (inputs().files.contains({status.st_dev, status.st_ino}))
    throw OutputRefused(path, "it is an input of this command; choose another name");
}

void refuse_other_kind(const std::string& path, std::string_view kind) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0 || S_ISCHR(status.st_mode) || S_ISFIFO(status.st_mode)) return;
  if (!S_ISREG(status.st_mode))
    throw OutputRefused(path, fmt::format("it is {}; choose another name", name_of_mode(status.st_mode)));
  std::array<char, 4096> head{};
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  const ssize_t got = file ? ::read(file.get(), head.data(), head.size()) : 0;
  // What may be written but not read is the user's own arrangement.
  if (got <= 0) return;
  const std::string_view found = binary_kind({head.data(), static_cast<std::size_t>(got)});
  if (found == kind) return;
  throw OutputRefused(path, fmt::format("it holds {}; choose another name", found.empty() ? "text" : found));
}

}  // namespace fovea
