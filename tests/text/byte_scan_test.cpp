#include "text/byte_scan.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

namespace fovea {
namespace {

RC_GTEST_PROP(ByteScanner, FindsEveryWantedByteAndNoOther, ()) {
  const auto length = *rc::gen::inRange<std::size_t>(0, 300);
  const auto text = *rc::gen::container<std::string>(
      length, rc::gen::weightedElement<char>({{6, 'x'}, {1, ' '}, {1, '\n'}, {1, '\0'}, {1, '\xff'}}));
  std::vector<std::size_t> expected;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == ' ' || text[i] == '\n') expected.push_back(i);
  }
  ByteScanner<' ', '\n'> scanner(text.data(), text.data() + text.size());
  std::vector<std::size_t> found;
  for (const char* at = scanner.next(); at != text.data() + text.size(); at = scanner.next()) {
    found.push_back(static_cast<std::size_t>(at - text.data()));
  }
  RC_ASSERT(found == expected);
}

TEST(ByteScanner, LooksForZeroBytesToo) {
  const std::string text("a\0b", 3);
  ByteScanner<'\0'> scanner(text.data(), text.data() + text.size());
  EXPECT_EQ(scanner.next(), text.data() + 1);
  EXPECT_EQ(scanner.next(), text.data() + 3);
}

}  // namespace
}  // namespace fovea
