#include "files/binary.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace fovea {
namespace {

using namespace std::string_literals;

std::string utf16(std::string_view ascii, bool big) {
  std::string out;
  for (const char c : ascii) out += big ? "\0"s + c : c + "\0"s;
  return out;
}

TEST(Binary, IsToldByName) {
  const std::string rows = "1 Q0 a.md 1 2.5 tag\n";
  EXPECT_EQ(binary_kind("\xFF\xFE" + utf16(rows, false)), "UTF-16 text");
  EXPECT_EQ(binary_kind("\xFE\xFF" + utf16(rows, true)), "UTF-16 text");
  EXPECT_EQ(binary_kind(utf16(rows, false)), "UTF-16 text");
  EXPECT_EQ(binary_kind(utf16(rows, true)), "UTF-16 text");
  EXPECT_EQ(binary_kind("%PDF-1.7\n"), "a PDF file");
  EXPECT_EQ(binary_kind("PK\x03\x04..."), "a ZIP archive");
  EXPECT_EQ(binary_kind("1 Q0 a\0b"s), "binary data");
}

TEST(Binary, IsNoTextOfAnyEncodingThatIsRead) {
  EXPECT_EQ(binary_kind(""), "");
  EXPECT_EQ(binary_kind("1 0 a 1\r\n\tcafé\x1b[0m"), "");
  EXPECT_EQ(binary_kind("<?xml version='1.0' encoding='ISO-8859-1'?><t>caf\xe9</t>"), "");
}

TEST(Binary, IsWhatRandomBytesAre) {
  std::mt19937 random(11);
  for (int i = 0; i < 200; ++i) {
    std::string bytes;
    for (int n = 0; n < 600; ++n) bytes += static_cast<char>(random());
    EXPECT_FALSE(binary_kind(bytes).empty()) << i;
  }
}

}  // namespace
}  // namespace fovea
