#include "runs/run_format.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "places.h"

namespace fovea {
namespace {

TEST(RunFormats, HaveNamesThatCanBeReadBack) {
  for (const RunFormat* const format : all_run_formats()) EXPECT_EQ(run_format_named(format->name), format);
  EXPECT_EQ(run_format_named("trec_eval"), nullptr);
}

TEST(RunFormats, StandInTheDocsAsTheirRecordsSay) {
  std::string rows;
  for (const RunFormat* const format : all_run_formats()) {
    rows += fmt::format("| `{}` | {} |\n", format->name, format->rows);
  }
  std::ifstream page(source_folder() + "/docs/check.md");
  EXPECT_THAT(std::string(std::istreambuf_iterator<char>(page), {}), testing::HasSubstr(rows));
}

TEST(RunFormats, AreToldFromTheContent) {
  const auto format = [](std::string_view bytes) { return sniff_run(bytes).format; };
  EXPECT_EQ(format("7 Q0 d 1 2 t\n"), &run_formats::kTrec);
  EXPECT_EQ(format("7\tQ0\td\t1\t2\tt\n"), &run_formats::kTrec);
  EXPECT_EQ(format("7\t0\td\t1\t2.5\t9\n"), &run_formats::kTrec);
  EXPECT_EQ(format("7\t0\td\t1\t2\t9\n"), &run_formats::kChunks);
  EXPECT_EQ(format("7 Q0 d 1 2 t /a[1]\n"), &run_formats::kElement);
  EXPECT_EQ(format("# head\n7 Q0 d 1 2 t 3 4\n"), &run_formats::kPassage);
  EXPECT_EQ(format("7 Q0 d 1 2 t\n7 Q0 d 1 2 t 3 4\n"), &run_formats::kPassage);
  EXPECT_EQ(format("7 Q0 d 1 2 t /a[1] /a[2]\n"), &run_formats::kRange);
  EXPECT_EQ(format("<?xml version=\"1.0\"?>\n<inex-submission/>"), &run_formats::kXml);
  EXPECT_EQ(format("<efficiency-submission/>"), &run_formats::kXml);
  EXPECT_EQ(format("\n{\"topic\":\"7\",\"doc\":\"a\"}\n"), &run_formats::kJsonLines);
  EXPECT_EQ(format("{\n \"qa_result_list\": []}"), &run_formats::kLegalBench);
  EXPECT_EQ(format("{\"topic\":\"7\",\"doc\":\"a\",\"spans\":[]}"), nullptr);
  EXPECT_EQ(format("<topics/>"), nullptr);
  EXPECT_EQ(format("one two three\n"), nullptr);
}

}  // namespace
}  // namespace fovea
