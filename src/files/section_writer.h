// Writing files of sections: making one, appending to one.
//
//     const auto writer = SectionWriter::create("wiki.index", kIndexKind, SectionWriter::Existing::kRefuse, diagnostics);
//     if (!writer) …
//     writer->begin("lengths");
//     writer->write(lengths);                   // an array of numbers, or bytes, as often as need be
//     writer->finish();
//
// Sections are written one behind the other and need no memory; one that grows while another is written, or on
// another thread, grows in an AppendFile and is copied when its turn comes.
//
// Until finish() the file is as it was, for every reader and after any crash:
// - a new file is written beside its place and renamed;
// - what is appended stands behind the end of the state that readers know. finish() writes a new table behind it,
//   syncs, and points the header to the new table by one small write.
// What a killed process has appended is overwritten by the next one. A writer locks the file itself: there is at
// most one, and readers need not ask.
//
// A broken environment (disk full, no permission) is an exception.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "files/append_file.h"
#include "files/descriptor.h"
#include "files/diagnostics.h"
#include "files/section_file.h"
#include "files/temporary.h"

namespace fovea {

class SectionWriter {
 public:
  enum class Existing { kRefuse, kReplace };

  /// A new file; a link is followed. One that exists is an error or, with kReplace, stays until finish() replaces it, if it is of the
  /// same kind, damaged or outdated ones included; any other file is never replaced. Codes: exists, exists-no-file,
  /// exists-other-kind, busy, cannot-write.
  static std::unique_ptr<SectionWriter> create(const std::string& path, const SectionKind& kind,
                                               Existing existing, Diagnostics& diagnostics);
  /// An existing file, to append to.
  static std::unique_ptr<SectionWriter> open(const std::string& path, const SectionKind& kind,
                                             Diagnostics& diagnostics);
  SectionWriter(const SectionWriter&) = delete;
  SectionWriter& operator=(const SectionWriter&) = delete;
  /// Without finish(): nothing has changed.
  ~SectionWriter();

  /// The state that open() found.
  const SectionFile& before() const { return *before_; }
  /// Leaves a section of that state, by its number, out of the new one. Its bytes stay where they are.
  void drop(std::size_t section) { dropped_[section] = true; }

  /// Begins a section of this name, 1 to 16 printable ASCII characters, and ends the one before.
  void begin(std::string_view name);
  void write(std::string_view bytes) { out_.write(bytes); }
  void write(AppendFile& spooled) { out_.write(spooled); }
  template <class Number>
  void write(std::span<const Number> numbers) {
    out_.write({reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()});
  }
  /// Where in the file the next byte of the section will stand.
  std::uint64_t at() const { return out_.at(); }
  /// Some bytes of what was written, or of the state before.
  std::string read(std::uint64_t at, std::size_t size) { return out_.read(at, size); }

  /// Makes what was written the new state of the file.
  void finish();

 private:
  SectionWriter(std::string path, const SectionKind& kind, AppendFile out);
  void end_section();
  void cut();

  std::string path_;
  SectionHeader header_;
  AppendFile out_;
  std::optional<Temporary> fresh_;
  Descriptor replacing_;                 ///< the file that a new one replaces, locked
  std::unique_ptr<SectionFile> before_;  ///< nullptr for a new file
  std::vector<bool> dropped_;
  std::vector<SectionEntry> entries_;
  bool finished_ = false;
};

}  // namespace fovea
