// Input files: whatever the user names, as one contiguous read-only stretch of bytes.
//
// A plain file is mapped, or read when it is small. A compressed one (gzip or zstd, told by its first bytes)
// and standard input ("-") are unpacked into an unnamed temporary file that is mapped in turn, so that memory
// does not grow with the input. A UTF-8 byte order mark is not part of the bytes.
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "files/diagnostics.h"

namespace fovea {

class InputFile {
 public:
  /// Whether an output may never take the place of the file (replaced.h).
  enum class Protected : bool { kNo, kYes };

  /// Opens `path`, "-" being standard input. What is wrong (missing, a folder, unreadable, broken
  /// compression, standard output as well) goes to `diagnostics`, and nothing is returned.
  static std::optional<InputFile> open(const std::string& path, Diagnostics& diagnostics,
                                       Protected is_protected = Protected::kYes);
  /// Bytes that are already in memory and outlive this, under a name for messages.
  static InputFile from_memory(std::string name, std::string_view bytes);
  /// A string that nobody holds does not outlive it.
  template <std::same_as<std::string> Temporary>
  static InputFile from_memory(std::string name, Temporary&& bytes) = delete;
  /// The same for bytes that do not.
  static InputFile copy_of(std::string name, std::string_view bytes);

  InputFile(InputFile&& other) noexcept;
  InputFile& operator=(InputFile&& other) noexcept;
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  ~InputFile();

  /// Valid as long as this object or the one it was moved to.
  std::string_view bytes() const { return bytes_; }
  /// Lets go of the memory behind `part` of bytes(): still readable, but no longer counted as ours. For those
  /// who walk a large file once and want memory to stay flat.
  void release(std::string_view part) const;
  /// The path as the user gave it; "<stdin>" for standard input.
  const std::string& name() const { return name_; }
  /// Another name for messages.
  void rename(std::string name) { name_ = std::move(name); }

 private:
  InputFile() = default;
  bool map(int descriptor, std::size_t size);
  bool read(int descriptor, std::size_t size);

  std::string name_;
  std::string_view bytes_;
  /// What bytes_ lie in, if it is ours: memory or a mapping.
  std::unique_ptr<char[]> memory_;
  void* mapping_ = nullptr;
  std::size_t mapped_size_ = 0;
};

}  // namespace fovea
