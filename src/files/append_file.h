// A file that is written from front to back, in large pieces, with the CRC-32 of what was written.
//
// The writer of section files writes through it. A file without a name holds what is not yet due: a section that
// grows while another is written, or sorted entries that wait for a merge.
//
//     AppendFile postings = AppendFile::unnamed("wiki.index");   // in the folder of wiki.index
//     … postings.write(block); …                                 // on a thread of its own, if need be
//     writer.begin("postings");
//     writer.write(postings);
//
// Contract: one thread at a time per file. A write that fails throws std::system_error.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "files/descriptor.h"
#include "files/mapping.h"

namespace fovea {

/// CRC-32 as zlib has it.
std::uint32_t checksum(std::string_view bytes);

class AppendFile {
 public:
  /// Takes over an open file and writes from byte `at` on. `name` is for messages.
  AppendFile(Descriptor file, std::uint64_t at, std::string name)
      : file_(std::move(file)), at_(at), name_(std::move(name)) {}
  /// A file without a name in the folder of `path`, hence on the disk that its bytes are meant for.
  static AppendFile unnamed(const std::string& path);

  void write(std::string_view bytes);
  /// Appends all that was written to `other`, an unnamed file.
  void write(AppendFile& other);

  /// Where the next byte goes.
  std::uint64_t at() const { return at_; }
  /// Checksum of what was written since the beginning or the last restart_sum().
  std::uint32_t sum() const { return sum_; }
  void restart_sum() { sum_ = 0; }

  /// Hands over to the system what is still in memory.
  void flush();
  int descriptor() const { return file_.get(); }
  /// Some bytes of the file, as they are now.
  std::string read(std::uint64_t at, std::size_t size);
  /// All that was written to an unnamed file, mapped; nothing can be written afterwards.
  std::string_view bytes();

 private:
  void append(std::string_view bytes);
  void put(std::string_view bytes);

  Descriptor file_;
  std::uint64_t at_ = 0;
  std::uint32_t sum_ = 0;
  std::string name_;
  /// What at_ counts already and the file does not have yet.
  std::string buffer_;
  FileMapping mapping_;
};

}  // namespace fovea
