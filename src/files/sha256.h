// SHA-256 (FIPS 180-4): which file a figure was computed from.
//
// A report names its inputs so that somebody else can tell whether they hold the same files; `sha256sum FILE`
// must print what the report says, which is why it is this sum and not a faster one. Where the processor has
// instructions for it they are used; a library for sixty lines would be one more thing to install.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fovea {

class Sha256 {
 public:
  enum class By : std::uint8_t { kFastest, kPlainRounds };
  explicit Sha256(By by = By::kFastest);

  void add(std::string_view bytes);
  /// 64 hexadecimal digits. Nothing may be added afterwards.
  std::string finish();

 private:
  void add_blocks(const unsigned char* blocks, std::size_t count);
  void add_block(const unsigned char* block);

  bool instructions_;
  std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<unsigned char, 64> block_ = {};
  std::size_t filled_ = 0;
  std::uint64_t size_ = 0;
};

std::string sha256(std::string_view bytes);
/// Of a file as it is on disk, compressed or not; nothing when it cannot be read or is no plain file.
std::optional<std::string> sha256_of_file(const std::string& path);

}  // namespace fovea
