#include "judgements/judgement_format.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "places.h"

namespace fovea {
namespace {

TEST(JudgementFormats, HaveNamesThatCanBeReadBack) {
  for (const JudgementFormat* const format : all_judgement_formats()) {
    EXPECT_EQ(judgement_format_named(format->name), format);
  }
  EXPECT_EQ(judgement_format_named("excel"), nullptr);
}

TEST(JudgementFormats, StandInTheDocsAsTheirRecordsSay) {
  std::string rows;
  for (const JudgementFormat* const format : all_judgement_formats()) {
    rows += fmt::format("| `{}` | {} | {} |\n", format->name, format->shape,
                        format->write != nullptr ? "yes" : "no");
  }
  std::ifstream page(source_folder() + "/docs/judgements.md");
  EXPECT_THAT(std::string(std::istreambuf_iterator<char>(page), {}), testing::HasSubstr(rows));
}

TEST(JudgementFormats, AFileOfBratIsKnownByItsNameEvenWhenItIsEmpty) {
  EXPECT_EQ(judgement_format_of(InputFile::from_memory("d.ann", "")), &judgement_formats::kBrat);
  EXPECT_EQ(judgement_format_of(InputFile::from_memory("d.ann", "1 0 d 0\n")), &judgement_formats::kBrat);
  EXPECT_EQ(judgement_format_of(InputFile::from_memory("d.txt", "1 0 d 0\n")),
            &judgement_formats::kTrecQrels);
}

}  // namespace
}  // namespace fovea
