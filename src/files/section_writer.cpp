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

/// Whether `path` is still the name of the open file.
bool names_file(const std::string& path, int descriptor) {
  struct stat named {};
  struct stat opened {};
  return ::stat(path.c_str(), &named) == 0 && ::fstat(descriptor, &opened) == 0 &&
         named.st_dev == opened.st_dev && named.st_ino == opened.st_ino;
}

/// Opens a file and locks it for its one writer; none, and a message, when that cannot be.
Descriptor open_locked(const std::string& path, int flags, Diagnostics& diagnostics) {
  for (;;) {
    Descriptor file(::open(path.c_str(), flags | O_CLOEXEC | O_NONBLOCK));
    if (!file) {
      diagnostics.error({path}, "cannot-write",
                        fmt::format("cannot write: {}", std::generic_category().message(errno)));
      return file;
    }
    if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
      diagnostics.error({path}, "busy", "another process writes to this file");
      return Descriptor();
    }
    if (names_file(path, file.get())) return file;
    // It was replaced before we had the lock: take its successor.
  }
}

void sync_folder_of(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  const Descriptor opened(::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened) ::fsync(opened.get());
}

}  // namespace

SectionWriter::SectionWriter(std::string path, const SectionKind& kind, AppendFile out)
    : path_(std::move(path)), out_(std::move(out)) {
  kind.name.copy(header_.kind, sizeof header_.kind);
  header_.version = kind.version;
}

std::unique_ptr<SectionWriter> SectionWriter::create(const std::string& name, const SectionKind& kind,
                                                     Existing existing, Diagnostics& diagnostics) {
  const std::string path = behind_links(name);
  Descriptor replacing;
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) {
    const auto refuse = [&](std::string_view code, const std::string& message) {
      diagnostics.error({path}, code, message);
      return nullptr;
    };
    if (!S_ISREG(status.st_mode))
      return refuse("exists-no-file", "exists and is no file: choose another name");
    if (existing == Existing::kRefuse) return refuse("exists", "exists already");
    if (Diagnostics found; !SectionFile::open(path, kind, found) && found.count("other-kind") > 0) {
      return refuse("exists-other-kind", fmt::format("exists and is no {}: it is not replaced",
                                                     kind.name.substr(kind.name.find(' ') + 1)));
    }
    replacing = open_locked(path, O_RDONLY, diagnostics);
    if (!replacing) return nullptr;
  }
  Temporary fresh(Temporary::Kind::kFile, path);
  Descriptor file(::fcntl(fresh.descriptor(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  std::unique_ptr<SectionWriter> writer(
      new SectionWriter(path, kind, AppendFile(std::move(file), sizeof(SectionHeader), path)));
  writer->fresh_.emplace(std::move(fresh));
  writer->replacing_ = std::move(replacing);
  return writer;
}

std::unique_ptr<SectionWriter> SectionWriter::open(const std::string& path, const SectionKind& kind,
                                                   Diagnostics& diagnostics) {
  if (!SectionFile::open(path, kind, diagnostics)) return nullptr;
  Descriptor file = open_locked(path, O_RDWR, diagnostics);
  auto before = file ? SectionFile::open(file.get(), path, kind, diagnostics) : std::nullopt;
  if (!before) return nullptr;
  std::unique_ptr<SectionWriter> writer(
      new SectionWriter(path, kind, AppendFile(std::move(file), before->bytes().size(), path)));
  writer->dropped_.resize(before->sections().size());
  writer->before_ = std::make_unique<SectionFile>(std::move(*before));
  writer->cut();
  return writer;
}

SectionWriter::~SectionWriter() {
  if (before_ && !finished_) cut();
}

/// Takes away what stands behind the state that readers know.
void SectionWriter::cut() {
  // When it stays, it stays unseen.
  [[maybe_unused]] const int result =
      ::ftruncate(out_.descriptor(), static_cast<off_t>(before_->bytes().size()));
}

void SectionWriter::end_section() {
  if (!entries_.empty()) {
    entries_.back().size = out_.at() - entries_.back().at;
    entries_.back().sum = out_.sum();
  }
  const std::uint64_t past = out_.at() % kSectionAlignment;
  if (past != 0) out_.write(std::string(kSectionAlignment - past, '\0'));
  out_.restart_sum();
}

void SectionWriter::begin(std::string_view name) {
  assert(!name.empty() && name.size() <= sizeof SectionEntry::name);
  end_section();
  SectionEntry entry;
  name.copy(entry.name, sizeof entry.name);
  entry.at = out_.at();
  entries_.push_back(entry);
}

void SectionWriter::finish() {
  end_section();
  std::vector<SectionEntry> table;
  for (std::size_t i = 0; before_ && i < before_->sections().size(); ++i) {
    if (dropped_[i]) continue;
    const StoredSection& section = before_->sections()[i];
    SectionEntry entry{
        .name = {}, .at = section.at, .size = section.bytes.size(), .sum = section.sum, .unused = 0};
    section.name.copy(entry.name, sizeof entry.name);
    table.push_back(entry);
  }
  table.insert(table.end(), entries_.begin(), entries_.end());
  header_.table_at = out_.at();
  header_.sections = table.size();
  write(std::span<const SectionEntry>(table));
  header_.table_sum = out_.sum();
  header_.sum = header_.own_sum();
  out_.flush();
  // Whoever sees the new header finds what it points to, even if the machine stops now.
  if (before_ && ::fdatasync(out_.descriptor()) != 0) fail_to_write(path_);
  if (::pwrite(out_.descriptor(), &header_, sizeof header_, 0) != sizeof header_) fail_to_write(path_);
  finished_ = true;
  if (::fsync(out_.descriptor()) != 0) fail_to_write(path_);
  if (fresh_) {
    fresh_->put_in_place(replacing_ ? Temporary::Existing::kReplace : Temporary::Existing::kRefuse);
    sync_folder_of(path_);
  }
}

}  // namespace fovea
