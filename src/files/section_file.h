// A file of named sections: the one way in which fovea stores what it will read again.
//
// A header says what kind of file it is and where its table stands; the table gives each section a name, a place,
// a size and a CRC-32. The file is mapped, and sections begin at multiples of 64 bytes, so that arrays of numbers
// are read where they lie. docs/specs/section-file.md has the bytes, files/section_writer.h the writer.
//
//     const auto file = SectionFile::open("wiki.index", kIndexKind, diagnostics);
//     if (!file) …
//     const std::span<const std::uint32_t> lengths = file->numbers<std::uint32_t>("lengths");
//
// A SectionFile shows the file as it was when it was opened, whatever is appended to it or takes its place later.
// Opening checks header and table: sections lie inside the file and do not overlap. What stands in a section is
// for its reader to check; check() tells whether it is what was written.
//
// Contract: any number of threads may read; what is handed out lives as long as the object, moved or not.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "files/corrupt_file.h"
#include "files/diagnostics.h"
#include "files/mapping.h"

namespace fovea {

static_assert(std::endian::native == std::endian::little, "stored numbers are read where they lie");

/// What a file of sections is for.
struct SectionKind {
  /// The first bytes of such a file, at most 16 of them: "fovea collection".
  std::string_view name;
  /// Of what stands in the sections; a file of another version is refused.
  std::uint32_t version = 1;
  /// For messages: "a collection", "fovea catalog build".
  std::string_view noun;
  std::string_view maker;
  /// Whether a file with these bytes is of a kind that came before this one and was no file of sections.
  bool (*outdated)(std::string_view file) = nullptr;
};

struct StoredSection {
  std::string_view name;
  std::string_view bytes;
  /// Where the bytes stand in the file.
  std::uint64_t at = 0;
  std::uint32_t sum = 0;
};

/// The bytes of header and table, for SectionFile and SectionWriter.
struct SectionHeader {
  static constexpr std::uint32_t kLayout = 1;

  char kind[16] = {};
  std::uint32_t layout = kLayout;
  std::uint32_t version = 0;
  std::uint64_t table_at = 0;
  std::uint64_t sections = 0;
  std::uint32_t table_sum = 0;
  std::uint32_t unused[4] = {};
  std::uint32_t sum = 0;  ///< of the bytes before it

  std::uint32_t own_sum() const;
};
static_assert(sizeof(SectionHeader) == 64);

struct SectionEntry {
  char name[16] = {};
  std::uint64_t at = 0;
  std::uint64_t size = 0;
  std::uint32_t sum = 0;
  std::uint32_t unused = 0;
};
static_assert(sizeof(SectionEntry) == 40);

/// Sections and tables begin at multiples of this.
inline constexpr std::uint64_t kSectionAlignment = 64;

class SectionFile {
 public:
  /// A missing, foreign or damaged file is reported, and nothing is returned. Codes: cannot-open, cannot-read,
  /// other-kind, other-version, corrupt.
  static std::optional<SectionFile> open(const std::string& path, const SectionKind& kind,
                                         Diagnostics& diagnostics);
  /// The same for a descriptor, which stays open and the caller's.
  static std::optional<SectionFile> open(int descriptor, const std::string& path, const SectionKind& kind,
                                         Diagnostics& diagnostics);
  /// Bytes in memory, which must outlive this.
  static std::optional<SectionFile> from_memory(std::string name, std::string_view bytes,
                                                const SectionKind& kind, Diagnostics& diagnostics);

  const std::string& path() const { return path_; }
  /// All that this state of the file reaches; what stands behind it belongs to nobody.
  std::string_view bytes() const { return bytes_; }

  /// In the order of the file. A name may come several times: what was appended later stands later.
  const std::vector<StoredSection>& sections() const { return sections_; }
  /// The last section of this name; throws CorruptFile if there is none.
  const StoredSection& find(std::string_view name) const;
  /// The same as an array; throws CorruptFile if its size is no multiple of a number's.
  template <class Number>
  std::span<const Number> numbers(std::string_view name) const {
    const std::string_view bytes = find(name).bytes;
    if (bytes.size() % sizeof(Number) != 0) throw CorruptFile("the file is corrupt: a number is cut");
    return {reinterpret_cast<const Number*>(bytes.data()), bytes.size() / sizeof(Number)};
  }

  /// Compares a section with its checksum, and what fills the file up behind it with zeros; throws CorruptFile.
  void check(const StoredSection& section) const;

 private:
  explicit SectionFile(std::string path) : path_(std::move(path)) {}
  bool read(const SectionKind& kind, Diagnostics& diagnostics);
  bool read_table(const SectionHeader& header);

  std::string path_;
  FileMapping mapping_;  ///< none for bytes in memory
  std::string_view bytes_;
  std::vector<StoredSection> sections_;
};

}  // namespace fovea
