#include "files/section_writer.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

namespace fovea {

namespace {

constexpr std::string_view kZeros(
    "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
    "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
    kSectionAlignment);

[[noreturn]] void fail(const std::string& path) {
  throw std::system_error(errno, std::generic_category(), fmt::format("cannot write {}", path));
}

/// Whether `path` is still the name of the open file.
bool names_file(const std::string& path, int descriptor) {
  struct stat named {};
  struct stat opened {};
  return ::stat(path.c_str(), &named) == 0 && ::fstat(descriptor, &opened) == 0 &&
         named.st_dev == opened.st_dev && named.st_ino == opened.st_ino;
}

/// Opens a file and locks it for its one writer; -1, and a message, when that cannot be.
int open_locked(const std::string& path, int flags, Diagnostics& diagnostics) {
  for (;;) {
    const int descriptor = above_standard_streams(::open(path.c_str(), flags | O_CLOEXEC | O_NONBLOCK));
    if (descriptor < 0) {
      diagnostics.error({path}, "cannot-write",
                        fmt::format("cannot write: {}", std::generic_category().message(errno)));
      return -1;
    }
    const bool locked = ::flock(descriptor, LOCK_EX | LOCK_NB) == 0;
    if (locked && names_file(path, descriptor)) return descriptor;
    ::close(descriptor);
    if (locked) continue;  // replaced before we had the lock: take its successor
    diagnostics.error({path}, "busy", "another process writes to this file");
    return -1;
  }
}

void sync_folder_of(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  const int descriptor = above_standard_streams(
      ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

}  // namespace

/// A file beside the one it will become.
class SectionWriter::NewFile {
 public:
  explicit NewFile(std::string target) : target_(std::move(target)), path_(target_ + ".XXXXXX") {
    descriptor_ = above_standard_streams(::mkostemp(path_.data(), O_CLOEXEC));
    if (descriptor_ < 0) fail(target_);
    // mkostemp makes private files; an output gets what the user's umask allows.
    const mode_t mask = ::umask(0);
    ::umask(mask);
    ::fchmod(descriptor_, 0666 & ~mask);
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  ~NewFile() {
    if (!placed_) ::unlink(path_.c_str());
    ::close(descriptor_);
  }

  int descriptor() const { return descriptor_; }
  void put_in_place(Existing existing) {
    const unsigned flags = existing == Existing::kRefuse ? RENAME_NOREPLACE : 0;
    if (::renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, target_.c_str(), flags) != 0) fail(target_);
    placed_ = true;
  }

 private:
  std::string target_;
  std::string path_;
  int descriptor_ = -1;
  bool placed_ = false;
};

SectionWriter::SectionWriter(std::string path, const SectionKind& kind, AppendFile out)
    : path_(std::move(path)), out_(std::move(out)) {
  kind.name.copy(header_.kind, sizeof header_.kind);
  header_.version = kind.version;
}

std::unique_ptr<SectionWriter> SectionWriter::create(const std::string& path, const SectionKind& kind,
                                                     Existing existing, Diagnostics& diagnostics) {
  int replacing = -1;
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) {
    Diagnostics found;
    const bool ours = SectionFile::open(path, kind, found) || found.count("other-kind") == 0;
    if (!ours || existing == Existing::kRefuse) {
      diagnostics.error({path}, "exists", ours ? "exists already" : "exists already and is something else");
      return nullptr;
    }
    replacing = open_locked(path, O_RDONLY, diagnostics);
    if (replacing < 0) return nullptr;
  }
  auto fresh = std::make_unique<NewFile>(path);
  const int descriptor = ::fcntl(fresh->descriptor(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  std::unique_ptr<SectionWriter> writer(
      new SectionWriter(path, kind, AppendFile(descriptor, sizeof(SectionHeader), path)));
  writer->fresh_ = std::move(fresh);
  writer->replacing_ = replacing;
  return writer;
}

std::unique_ptr<SectionWriter> SectionWriter::open(const std::string& path, const SectionKind& kind,
                                                   Diagnostics& diagnostics) {
  // A file of another kind is named as such, and not locked.
  if (!SectionFile::open(path, kind, diagnostics)) return nullptr;
  const int descriptor = open_locked(path, O_RDWR, diagnostics);
  if (descriptor < 0) return nullptr;
  auto before = SectionFile::open(descriptor, path, kind, diagnostics);
  const std::uint64_t end = before ? before->bytes().size() : 0;
  std::unique_ptr<SectionWriter> writer(new SectionWriter(path, kind, AppendFile(descriptor, end, path)));
  if (!before) return nullptr;
  writer->dropped_.resize(before->sections().size());
  writer->before_ = std::move(before);
  writer->cut();
  return writer;
}

SectionWriter::~SectionWriter() {
  if (before_ && !finished_) cut();
  if (replacing_ >= 0) ::close(replacing_);
}

/// Takes away what stands behind the state that readers know.
void SectionWriter::cut() {
  // When it stays, it stays unseen.
  [[maybe_unused]] const int result =
      ::ftruncate(out_.descriptor(), static_cast<off_t>(before_->bytes().size()));
}

void SectionWriter::pad() {
  const std::uint64_t past = out_.at() % kSectionAlignment;
  if (past != 0) out_.write(kZeros.substr(past));
}

void SectionWriter::end_section() {
  if (!in_section_) return;
  SectionEntry& entry = entries_.back();
  entry.size = out_.at() - entry.at;
  entry.sum = out_.sum();
  in_section_ = false;
}

void SectionWriter::begin(std::string_view name) {
  assert(!name.empty() && name.size() <= sizeof SectionEntry::name);
  end_section();
  pad();
  SectionEntry entry;
  name.copy(entry.name, sizeof entry.name);
  entry.at = out_.at();
  entries_.push_back(entry);
  out_.restart_sum();
  in_section_ = true;
}

void SectionWriter::finish() {
  end_section();
  pad();
  std::vector<SectionEntry> table;
  for (std::size_t i = 0; before_ && i < before_->sections().size(); ++i) {
    if (dropped_[i]) continue;
    const Section& section = before_->sections()[i];
    SectionEntry entry{
        .name = {}, .at = section.at, .size = section.bytes.size(), .sum = section.sum, .unused = 0};
    section.name.copy(entry.name, sizeof entry.name);
    table.push_back(entry);
  }
  table.insert(table.end(), entries_.begin(), entries_.end());
  header_.table_at = out_.at();
  header_.sections = table.size();
  out_.restart_sum();
  write(std::span<const SectionEntry>(table));
  header_.table_sum = out_.sum();
  header_.sum = header_.own_sum();
  out_.flush();
  // Whoever sees the new header finds what it points to, even if the machine stops now.
  if (before_ && ::fdatasync(out_.descriptor()) != 0) fail(path_);
  if (::pwrite(out_.descriptor(), &header_, sizeof header_, 0) != sizeof header_) fail(path_);
  finished_ = true;
  if (::fsync(out_.descriptor()) != 0) fail(path_);
  if (fresh_) {
    fresh_->put_in_place(replacing_ >= 0 ? Existing::kReplace : Existing::kRefuse);
    sync_folder_of(path_);
  }
}

}  // namespace fovea
