#include "files/section_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "files/append_file.h"
#include "files/mapping.h"
#include "files/standard_streams.h"

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

/// The header that a file begins with. One of a shorter file has no valid checksum.
SectionHeader header_of(std::string_view bytes) {
  SectionHeader header;
  std::memcpy(&header, bytes.data(), std::min(bytes.size(), sizeof header));
  return header;
}

/// Whether a file with this header is one of `kind`; says why not. `outdated`: it is of what came before.
bool is_of_kind(const SectionHeader& header, bool outdated, const std::string& path, const SectionKind& kind,
                Diagnostics& diagnostics) {
  const bool whole = header.layout == SectionHeader::kLayout && header.sum == header.own_sum();
  const std::string_view name = stored_name(header.kind);
  const auto other_version = [&](const std::string& found) {
    diagnostics.error({path}, "other-version",
                      fmt::format("found {} of {}, expected version {}: build it again with '{}'", kind.noun,
                                  found, kind.version, kind.maker));
    return false;
  };
  if (name != kind.name) {
    if (outdated) return other_version("an earlier fovea");
    diagnostics.error(
        {path}, "other-kind",
        fmt::format("found a file of {}, expected {} made by '{}'",
                    whole && !name.empty() ? fmt::format("the kind {}", quote(name)) : "another kind",
                    kind.noun, kind.maker));
    return false;
  }
  if (header.layout != SectionHeader::kLayout) return other_version(fmt::format("layout {}", header.layout));
  if (!whole) {
    diagnostics.error({path}, "corrupt", "the file is corrupt: its header is damaged");
    return false;
  }
  return header.version == kind.version || other_version(fmt::format("version {}", header.version));
}

bool is_outdated(int descriptor, const std::string& path, const SectionKind& kind) {
  struct stat status {};
  if (kind.outdated == nullptr || ::fstat(descriptor, &status) != 0) return false;
  const std::string_view bytes = map_file(descriptor, static_cast<std::size_t>(status.st_size), path);
  const bool outdated = !bytes.empty() && kind.outdated(bytes);
  unmap_file(bytes);
  return outdated;
}

/// Where the state that a header describes ends; nothing, and a message, when the file has not so many bytes.
std::optional<std::uint64_t> end_of_state(const SectionHeader& header, std::uint64_t size,
                                          const std::string& path, Diagnostics& diagnostics) {
  if (header.table_at >= sizeof header && header.table_at <= size &&
      header.sections <= (size - header.table_at) / sizeof(SectionEntry)) {
    return header.table_at + header.sections * sizeof(SectionEntry);
  }
  diagnostics.error({path}, "corrupt", "the file is corrupt: its end is missing");
  return std::nullopt;
}

}  // namespace

std::uint32_t SectionHeader::own_sum() const {
  return checksum({reinterpret_cast<const char*>(this), sizeof *this - sizeof sum});
}

SectionFile::SectionFile(SectionFile&& other) noexcept {
  *this = std::move(other);
}

SectionFile& SectionFile::operator=(SectionFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(bytes_, other.bytes_);
  std::swap(mapped_, other.mapped_);
  std::swap(sections_, other.sections_);
  return *this;
}

SectionFile::~SectionFile() {
  if (mapped_) unmap_file(bytes_);
}

std::optional<SectionFile> SectionFile::open(const std::string& path, const SectionKind& kind,
                                             Diagnostics& diagnostics) {
  const int descriptor = above_standard_streams(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (descriptor < 0) {
    diagnostics.error({path}, "cannot-open",
                      fmt::format("cannot open: {}", std::generic_category().message(errno)));
    return std::nullopt;
  }
  auto file = open(descriptor, path, kind, diagnostics);
  ::close(descriptor);
  return file;
}

std::optional<SectionFile> SectionFile::open(int descriptor, const std::string& path, const SectionKind& kind,
                                             Diagnostics& diagnostics) {
  const auto cannot_read = [&] {
    diagnostics.error({path}, "cannot-read",
                      fmt::format("cannot read: {}", std::generic_category().message(errno)));
    return std::nullopt;
  };
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) return cannot_read();
  if (!S_ISREG(status.st_mode) || status.st_size == 0) {
    diagnostics.error({path}, "other-kind",
                      fmt::format("found {}, expected {} made by '{}'",
                                  S_ISDIR(status.st_mode)   ? "a folder"
                                  : S_ISREG(status.st_mode) ? "an empty file"
                                                            : "no regular file",
                                  kind.noun, kind.maker));
    return std::nullopt;
  }
  // A header that is just being changed is read half old and half new, and its checksum says so.
  std::string first_bytes(sizeof(SectionHeader), '\0');
  SectionHeader header;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const ssize_t got = ::pread(descriptor, first_bytes.data(), sizeof header, 0);
    if (got < 0) return cannot_read();
    first_bytes.resize(static_cast<std::size_t>(got));
    header = header_of(first_bytes);
    if (header.sum == header.own_sum() || first_bytes.size() < sizeof header) break;
  }
  const bool outdated = stored_name(header.kind) != kind.name && is_outdated(descriptor, path, kind);
  if (!is_of_kind(header, outdated, path, kind, diagnostics)) return std::nullopt;
  // What a killed writer has left behind the table, or another is writing there, is none of our business; the file
  // may have grown since we looked at its size.
  if (::fstat(descriptor, &status) != 0) return cannot_read();
  const auto end = end_of_state(header, static_cast<std::uint64_t>(status.st_size), path, diagnostics);
  if (!end) return std::nullopt;
  SectionFile file(path);
  file.bytes_ = map_file(descriptor, *end, path);
  file.mapped_ = !file.bytes_.empty();
  if (!file.mapped_) return cannot_read();
  if (!file.read_table(header, diagnostics)) return std::nullopt;
  return file;
}

std::optional<SectionFile> SectionFile::from_memory(std::string name, std::string_view bytes,
                                                    const SectionKind& kind, Diagnostics& diagnostics) {
  SectionFile file(std::move(name));
  const SectionHeader header = header_of(bytes);
  if (!is_of_kind(header, false, file.path_, kind, diagnostics)) return std::nullopt;
  const auto end = end_of_state(header, bytes.size(), file.path_, diagnostics);
  if (!end) return std::nullopt;
  file.bytes_ = bytes.substr(0, *end);
  if (!file.read_table(header, diagnostics)) return std::nullopt;
  return file;
}

bool SectionFile::read_table(const SectionHeader& header, Diagnostics& diagnostics) {
  const std::string_view table = bytes_.substr(header.table_at);
  bool good = checksum(table) == header.table_sum && header.table_at % kSectionAlignment == 0;
  std::uint64_t reached = sizeof header;
  for (std::size_t at = 0; good && at < table.size(); at += sizeof(SectionEntry)) {
    SectionEntry entry;
    std::memcpy(&entry, table.data() + at, sizeof entry);
    good = entry.at >= reached && entry.at % kSectionAlignment == 0 && entry.at <= header.table_at &&
           entry.size <= header.table_at - entry.at && !stored_name(entry.name).empty();
    if (!good) break;
    // The entry is a copy; the name in the file stays.
    const std::string_view name(table.data() + at, stored_name(entry.name).size());
    sections_.push_back({name, bytes_.substr(entry.at, entry.size), entry.at, entry.sum});
    reached = entry.at + entry.size;
  }
  if (!good) diagnostics.error({path_}, "corrupt", "the file is corrupt: its table of sections is damaged");
  return good;
}

const Section& SectionFile::find(std::string_view name) const {
  const auto last = std::find_if(sections_.rbegin(), sections_.rend(),
                                 [&](const Section& section) { return section.name == name; });
  if (last == sections_.rend()) corrupt_sections(fmt::format("it has no section {}", quote(name)));
  return *last;
}

void SectionFile::throw_broken(std::string_view name) {
  corrupt_sections(fmt::format("a number of its section {} is cut", quote(name)));
}

void SectionFile::check(const Section& section) const {
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
