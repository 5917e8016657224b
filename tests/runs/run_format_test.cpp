#include "runs/run_format.h"

#include <gtest/gtest.h>

namespace fovea {
namespace {

TEST(RunFormats, HaveNamesThatCanBeReadBack) {
  for (const RunFormat format :
       {RunFormat::kTrec, RunFormat::kElement, RunFormat::kPassage, RunFormat::kRange, RunFormat::kXml,
        RunFormat::kJsonLines, RunFormat::kChunks, RunFormat::kLegalBench}) {
    EXPECT_EQ(run_format_named(name_of(format)), format);
  }
  EXPECT_EQ(run_format_named("trec_eval"), std::nullopt);
}

TEST(RunFormats, AreToldFromTheContent) {
  const auto format = [](std::string_view bytes) { return sniff_run(bytes).format; };
  EXPECT_EQ(format("7 Q0 d 1 2 t\n"), RunFormat::kTrec);
  EXPECT_EQ(format("7\tQ0\td\t1\t2\tt\n"), RunFormat::kTrec);
  EXPECT_EQ(format("7\t0\td\t1\t2.5\t9\n"), RunFormat::kTrec);
  EXPECT_EQ(format("7\t0\td\t1\t2\t9\n"), RunFormat::kChunks);
  EXPECT_EQ(format("7 Q0 d 1 2 t /a[1]\n"), RunFormat::kElement);
  EXPECT_EQ(format("# head\n7 Q0 d 1 2 t 3 4\n"), RunFormat::kPassage);
  EXPECT_EQ(format("7 Q0 d 1 2 t\n7 Q0 d 1 2 t 3 4\n"), RunFormat::kPassage);
  EXPECT_EQ(format("7 Q0 d 1 2 t /a[1] /a[2]\n"), RunFormat::kRange);
  EXPECT_EQ(format("<?xml version=\"1.0\"?>\n<inex-submission/>"), RunFormat::kXml);
  EXPECT_EQ(format("<efficiency-submission/>"), RunFormat::kXml);
  EXPECT_EQ(format("\n{\"topic\":\"7\",\"doc\":\"a\"}\n"), RunFormat::kJsonLines);
  EXPECT_EQ(format("{\n \"qa_result_list\": []}"), RunFormat::kLegalBench);
  EXPECT_EQ(format("{\"topic\":\"7\",\"doc\":\"a\",\"spans\":[]}"), std::nullopt);
  EXPECT_EQ(format("<topics/>"), std::nullopt);
  EXPECT_EQ(format("one two three\n"), std::nullopt);
}

}  // namespace
}  // namespace fovea
