#include "runs/chunking.h"

#include <gtest/gtest.h>

#include <string>

namespace fovea {
namespace {

Chunking read(std::string_view text, Diagnostics& diagnostics) {
  return Chunking::read(InputFile::from_memory("chunks.tsv", text), {}, diagnostics);
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

TEST(Chunking, MayBeJsonLinesWithOffsetsOrTexts) {
  const DocumentTexts::Source texts = [](std::string_view) { return "one two one three"; };
  const auto read = [&](std::string_view text, Locate locate, Diagnostics& diagnostics) {
    return Chunking::read(InputFile::from_memory("c", text), {.texts = &texts, .locate = locate},
                          diagnostics);
  };
  Diagnostics diagnostics;
  const Chunking chunking = read(R"({"source":"a","content":"one"}
{"source":"a","content":"two"}
{"source":"a","content":"one"}
{"doc":"b","start":3,"end":9}
)",
                                 Locate::kNext, diagnostics);
  EXPECT_TRUE(diagnostics.ok());
  ASSERT_EQ(chunking.of("a").size(), 3U);
  EXPECT_EQ(chunking.of("a")[2].span, (Span{8, 11}));
  EXPECT_EQ(chunking.of("b")[0].span, (Span{3, 9}));
  EXPECT_EQ(chunking.of("b")[0].line, 4U);
  read(R"({"doc":"a","text":"one"})", Locate::kOnly, diagnostics);
  EXPECT_EQ(diagnostics.count("ambiguous-text"), 1U);
  read(R"({"doc":"a","begin":4,"end":3})", Locate::kOnly, diagnostics);
  EXPECT_EQ(to_string(diagnostics.kept().back()), "c:1:28: found 3, expected an end from 4 on");
}

}  // namespace
}  // namespace fovea
