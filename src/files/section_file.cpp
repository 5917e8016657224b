#include "files/section_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "files/append_file.h"
#include "files/descriptor.h"

namespace fovea {

namespace {

/// How often to read a header again that a writer may be changing just now.
constexpr int kAttempts = 100;

[[noreturn]] void corrupt_sections(std::string_view what) {
  throw CorruptFile(fmt::format("the file is corrupt: {}", what));
}

/// A name of kind or section, which is filled up with zeros; empty if these bytes are none.
std::string_view stored_name(const char (&stored)[16]) {
  const std::string_view all(stored, sizeof stored);
  const std::string_view name = all.substr(0, all.find('\0'));
  const bool filled = all.find_first_not_of('\0', name.size()) == std::string_view::npos;
  const bool printable = std::all_of(name.begin(), name.end(), [](char c) { return c >= ' ' && c <= '~'; });
  return filled && printable ? name : std::string_view();
}

}  // namespace

std::uint32_t SectionHeader::own_sum() const {
  return checksum({reinterpret_cast<const char*>(this), sizeof *this - sizeof sum});
}

std::optional<SectionFile> SectionFile::open(const std::string& path, const SectionKind& kind,
                                             Diagnostics& diagnostics) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file) return open(file.get(), path, kind, diagnostics);
  diagnostics.error({path}, "cannot-open",
                    fmt::format("cannot open: {}", std::generic_category().message(errno)));
  return std::nullopt;
}

std::optional<SectionFile> SectionFile::open(int descriptor, const std::string& path, const SectionKind& kind,
                                             Diagnostics& diagnostics) {
  const auto fail = [&](std::string_view code, const std::string& message) {
    diagnostics.error({path}, code, message);
    return std::nullopt;
  };
  for (int attempt = 1;; ++attempt) {
    struct stat status {};
    ::fstat(descriptor, &status);
    if (!S_ISREG(status.st_mode) || status.st_size == 0) {
      return fail("other-kind", fmt::format("found {}, expected {} made by '{}'",
                                            S_ISDIR(status.st_mode)   ? "a folder"
                                            : S_ISREG(status.st_mode) ? "an empty file"
                                                                      : "no regular file",
                                            kind.noun, kind.maker));
    }
    SectionFile file(path);
    file.bytes_ = map_file(descriptor, static_cast<std::size_t>(status.st_size), path);
    if (file.bytes_.empty()) {
      return fail("cannot-read", fmt::format("cannot read: {}", std::generic_category().message(errno)));
    }
    file.mapping_ = FileMapping(file.bytes_.data(), Unmap{file.bytes_.size()});
    Diagnostics said;
    if (file.read(kind, said)) return file;
    // A header that is just being changed is read half old and half new, or points behind the end that the file
    // had a moment ago.
    if (said.count("corrupt") > 0 && attempt < kAttempts) continue;
    diagnostics.merge(std::move(said));
    return std::nullopt;
  }
}

std::optional<SectionFile> SectionFile::from_memory(std::string name, std::string_view bytes,
                                                    const SectionKind& kind, Diagnostics& diagnostics) {
  SectionFile file(std::move(name));
  file.bytes_ = bytes;
  if (!file.read(kind, diagnostics)) return std::nullopt;
  return file;
}

bool SectionFile::read(const SectionKind& kind, Diagnostics& diagnostics) {
  const auto fail = [&](std::string_view code, const std::string& message) {
    diagnostics.error({path_}, code, message);
    return false;
  };
  const auto other_version = [&](const std::string& found) {
    return fail("other-version", fmt::format("found {} of {}, expected version {}: build it again with '{}'",
                                             kind.noun, found, kind.version, kind.maker));
  };
  // One of a file that is shorter than a header has no valid checksum.
  SectionHeader header;
  std::memcpy(&header, bytes_.data(), std::min(bytes_.size(), sizeof header));
  const bool whole = header.layout == SectionHeader::kLayout && header.sum == header.own_sum();
  const std::string_view name = stored_name(header.kind);
  if (name != kind.name) {
    if (kind.outdated != nullptr && kind.outdated(bytes_)) return other_version("an earlier fovea");
    return fail("other-kind",
                fmt::format("found a file of {}, expected {} made by '{}'",
                            whole && !name.empty() ? fmt::format("the kind {}", quote(name)) : "another kind",
                            kind.noun, kind.maker));
  }
  if (header.layout != SectionHeader::kLayout) return other_version(fmt::format("layout {}", header.layout));
  if (!whole) return fail("corrupt", "the file is corrupt: its header is damaged");
  if (header.version != kind.version) return other_version(fmt::format("version {}", header.version));
  if (header.table_at < sizeof header || header.table_at > bytes_.size() ||
      header.sections > (bytes_.size() - header.table_at) / sizeof(SectionEntry)) {
    return fail("corrupt", "the file is corrupt: its end is missing");
  }
  // What stands behind the table belongs to a writer that is at work or was killed.
  bytes_ = bytes_.substr(0, header.table_at + header.sections * sizeof(SectionEntry));
  return read_table(header) || fail("corrupt", "the file is corrupt: its table of sections is damaged");
}

bool SectionFile::read_table(const SectionHeader& header) {
  const std::string_view table = bytes_.substr(header.table_at);
  if (checksum(table) != header.table_sum || header.table_at % kSectionAlignment != 0) return false;
  std::uint64_t reached = sizeof header;
  for (std::size_t at = 0; at < table.size(); at += sizeof(SectionEntry)) {
    SectionEntry entry;
    std::memcpy(&entry, table.data() + at, sizeof entry);
    if (entry.at < reached || entry.at % kSectionAlignment != 0 || entry.at > header.table_at ||
        entry.size > header.table_at - entry.at || stored_name(entry.name).empty()) {
      return false;
    }
    // The entry is a copy; the name in the file stays.
    const std::string_view name(table.data() + at, stored_name(entry.name).size());
    sections_.push_back({name, bytes_.substr(entry.at, entry.size), entry.at, entry.sum});
    reached = entry.at + entry.size;
  }
  return true;
}

const StoredSection& SectionFile::find(std::string_view name) const {
  const auto last = std::find_if(sections_.rbegin(), sections_.rend(),
                                 [&](const StoredSection& section) { return section.name == name; });
  if (last == sections_.rend()) corrupt_sections(fmt::format("it has no section {}", quote(name)));
  return *last;
}

void SectionFile::check(const StoredSection& section) const {
  if (checksum(section.bytes) != section.sum) {
    corrupt_sections(fmt::format("the checksum of its section {} does not agree", quote(section.name)));
  }
  const std::uint64_t end = section.at + section.bytes.size();
  const std::uint64_t padding = (kSectionAlignment - end % kSectionAlignment) % kSectionAlignment;
  if (bytes_.substr(end, padding).find_first_not_of('\0') != std::string_view::npos) {
    corrupt_sections(fmt::format("found bytes behind its section {}", quote(section.name)));
  }
}

}  // namespace fovea
