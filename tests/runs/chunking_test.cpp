#include "runs/chunking.h"

#include <gtest/gtest.h>

#include <string>

namespace fovea {
namespace {

Chunking read(std::string_view text, Diagnostics& diagnostics) {
  return Chunking::read(InputFile::from_memory("chunks.tsv", text), diagnostics);
}

TEST(Chunking, HoldsTheChunksOfEachDocumentInTheOrderOfTheFile) {
  Diagnostics diagnostics;
  const Chunking chunking =
      read("0\ta b.md\t0\t100\r\n# a remark\n\n1\tc\t5\t9\n2\ta b.md\t50\t150\n", diagnostics);
  EXPECT_TRUE(diagnostics.ok());
  ASSERT_EQ(chunking.documents().size(), 2U);
  EXPECT_EQ(chunking.documents()[0], "a b.md");
  ASSERT_EQ(chunking.of("a b.md").size(), 2U);
  EXPECT_EQ(chunking.of("a b.md")[1].span, (Span{50, 150}));
  EXPECT_EQ(chunking.of("a b.md")[1].line, 5U);
  EXPECT_TRUE(chunking.of("nowhere").empty());
}

TEST(Chunking, NamesWhatIsWrongWithARow) {
  const auto fault = [](std::string_view row) {
    Diagnostics diagnostics;
    read(row, diagnostics);
    return diagnostics.kept().empty() ? std::string() : to_string(diagnostics.kept().front());
  };
  EXPECT_EQ(fault("0\ta\t7\tx\n"),
            "chunks.tsv:1:7: found 'x', expected the offset where the chunk ends, not before it begins");
  EXPECT_EQ(fault("0\ta\t7\t6\n").substr(0, 27), "chunks.tsv:1:7: found '6', ");
  EXPECT_EQ(fault("0\ta\t-7\t9\n").substr(0, 28), "chunks.tsv:1:5: found '-7', ");
  EXPECT_EQ(fault("z\ta\t7\t9\n").substr(0, 27), "chunks.tsv:1:1: found 'z', ");
  EXPECT_NE(fault("0 a 7 9\n").find("four columns separated by tabs"), std::string::npos);
  EXPECT_NE(fault("0\ta\t7\t9\t1\n").find("four columns separated by tabs"), std::string::npos);
  EXPECT_NE(fault("").find("found no chunk"), std::string::npos);
}

}  // namespace
}  // namespace fovea
