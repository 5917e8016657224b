#include <gtest/gtest.h>
#include <zlib.h>

#include <random>
#include <string>

#include "files/append_file.h"
#include "files/crc32_instructions.h"

namespace fovea {
namespace {

TEST(Checksum, IsThatOfZlibForEveryLengthAndPlace) {
  std::mt19937 random(7);
  std::string bytes(5000, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  for (std::size_t size = 0; size < 1100; ++size) {
    const std::string_view part = std::string_view(bytes).substr(size % 17, size);
    EXPECT_EQ(checksum(part), crc32_z(0, reinterpret_cast<const Bytef*>(part.data()), part.size())) << size;
  }
  EXPECT_EQ(checksum(bytes), crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
  EXPECT_EQ(checksum("123456789"), 0xCBF43926U);
  EXPECT_EQ(checksum(std::string(64, '\0')),
            crc32_z(0, reinterpret_cast<const Bytef*>(std::string(64, '\0').data()), 64));
}

}  // namespace
}  // namespace fovea
