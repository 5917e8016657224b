
#include <gtest/gtest.h>

#include <string>

#include "files/lines.h"

namespace fovea {
namespace {

TEST(LineWindows, AddUpToTheFileAndKnowTheirLines) {
  for (const std::string text : {"", "a", "a\n", "a\nbb\n\nccc", "\n\n\n", "longer than a window\nb\n"}) {
    for (std::size_t size = 1; size < 8; ++size) {
      std::string joined;
      std::uint64_t line = 1;
      for (const LineWindow& window : line_windows(text, size)) {
        EXPECT_FALSE(window.bytes.empty());
        EXPECT_EQ(window.first_line, line);
        LineReader lines(window.bytes, window.first_line);
        for (std::string_view one; lines.next(one);) ++line;
        joined += window.bytes;
        EXPECT_TRUE(window.bytes.ends_with('\n') || joined.size() == text.size());
      }
      EXPECT_EQ(joined, text);
    }
  }
}

}  // namespace
}  // namespace fovea
