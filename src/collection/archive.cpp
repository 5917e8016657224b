#include "collection/archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <unistd.h>

#include <new>

#include "files/append_file.h"
#include "files/unnamed_file.h"

namespace fovea {

namespace {

constexpr std::size_t kReadBlock = std::size_t{1} << 18;
/// Larger files do not stay in memory.
constexpr std::size_t kInMemory = std::size_t{8} << 20;

}  // namespace

ArchiveReader::ArchiveReader(std::string path, Diagnostics& diagnostics)
    : path_(std::move(path)), block_(kReadBlock), archive_(archive_read_new(), archive_read_free) {
  if (!archive_) throw std::bad_alloc();
  archive_read_support_filter_all(archive_.get());
  archive_read_support_format_all(archive_.get());
  if (archive_read_open_filename(archive_.get(), path_.c_str(), kReadBlock) != ARCHIVE_OK)
    report(diagnostics);
}

void ArchiveReader::report(Diagnostics& diagnostics) {
  ended_ = true;
  const char* const reason = archive_error_string(archive_.get());
  diagnostics.error({path_}, "bad-archive",
                    fmt::format("found an archive that cannot be read{} ({}), expected a whole one",
                                entry_path_.empty() ? "" : fmt::format(" behind {}", quote(entry_path_)),
                                reason == nullptr ? "its data are broken" : reason));
}

std::optional<std::string> ArchiveReader::next(Diagnostics& diagnostics) {
  while (!ended_) {
    archive_entry* entry = nullptr;
    const int result = archive_read_next_header(archive_.get(), &entry);
    if (result == ARCHIVE_EOF) {
      ended_ = true;
    } else if (result != ARCHIVE_OK && result != ARCHIVE_WARN) {
      report(diagnostics);
    } else if (archive_entry_filetype(entry) == AE_IFREG) {
      const char* name = archive_entry_pathname_utf8(entry);
      if (name == nullptr) name = archive_entry_pathname(entry);
      entry_path_ = name == nullptr ? "" : name;
      while (entry_path_.starts_with("./")) entry_path_.erase(0, 2);
      return entry_path_;
    }
  }
  return std::nullopt;
}

std::optional<InputFile> ArchiveReader::read(Diagnostics& diagnostics) {
  const std::string name = path_ + "/" + entry_path_;
  std::optional<AppendFile> spill;
  std::string bytes;
  for (;;) {
    const la_ssize_t got = archive_read_data(archive_.get(), block_.data(), block_.size());
    if (got < 0) {
      report(diagnostics);
      return std::nullopt;
    }
    bytes.append(block_.data(), static_cast<std::size_t>(got));
    if (bytes.size() > kInMemory || (got == 0 && spill)) {
      if (!spill) spill = AppendFile::unnamed(scratch_folder() + "/");
      spill->write(bytes);
      bytes.clear();
    }
    if (got == 0) break;
  }
  if (!spill) return InputFile::copy_of(name, bytes);
  spill->flush();
  auto content = InputFile::open(fmt::format("/proc/self/fd/{}", spill->descriptor()), diagnostics);
  if (content) content->rename(name);
  return content;
}

}  // namespace fovea
