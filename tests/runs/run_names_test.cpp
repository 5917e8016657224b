#include "runs/run_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "files/file_stem.h"
#include "files/input.h"

namespace fovea {
namespace {

using testing::ElementsAre;

std::vector<std::string> names(const std::vector<RunLabel>& labels) {
  return names_of(labels);
}

TEST(RunNames, AreTagsAndElseStems) {
  EXPECT_THAT(names({{"bm25", "x/a.run"}, {"", "x/lm.run.gz"}, {"", "-"}}), ElementsAre("bm25", "lm", "-"));
}

TEST(RunNames, AreToldApartByStemsAndThenByNumbers) {
  EXPECT_THAT(names({{"bm25", "a.run"}, {"lm", "l.run"}, {"bm25", "b.run"}, {"bm25", "old/a.run"}}),
              ElementsAre("bm25:a", "lm", "bm25:b", "bm25:2"));
  EXPECT_THAT(names({{"", "x/a.run"}, {"", "y/a.run"}, {"", "z/a.run"}}), ElementsAre("a", "a:2", "a:3"));
  EXPECT_THAT(names({{"bm25", "x/r.run"}, {"bm25", "y/r.run"}}), ElementsAre("bm25", "bm25:2"));
}

TEST(RunNames, NeverTakeTheNameOfAnother) {
  EXPECT_THAT(names({{"t", "a"}, {"t", "b"}, {"t:a", "c"}, {"t:2", "d"}}),
              ElementsAre("t:3", "t:b", "t:a", "t:2"));
  // All small worlds of four runs: two tags or none, two stems in two folders.
  const std::vector<std::string> tags = {"", "a", "a:b"};
  const std::vector<std::string> files = {"x/a.run", "y/a.run", "x/b.run"};
  for (std::size_t world = 0; world < 9 * 9 * 9 * 9; ++world) {
    std::vector<RunLabel> labels;
    for (std::size_t i = 0, rest = world; i < 4; ++i, rest /= 9) {
      labels.push_back({tags[rest % 9 / 3], files[rest % 3]});
    }
    const auto made = names_of(labels);
    EXPECT_EQ(std::set<std::string>(made.begin(), made.end()).size(), 4U) << world;
  }
}

TEST(RunNames, OfAFileGivenTwiceAreReported) {
  std::vector<fovea::Run> runs;
  Diagnostics diagnostics;
  for (int i = 0; i < 2; ++i) {
    auto run = Run::open(InputFile::from_memory("x.run", "1 Q0 a 1 2.5 bm25\n"), nullptr, diagnostics);
    ASSERT_TRUE(run);
    runs.push_back(std::move(*run));
  }
  EXPECT_THAT(names_of(runs, diagnostics), ElementsAre("bm25", "bm25:2"));
  ASSERT_EQ(diagnostics.count("repeated-run"), 1U);
  EXPECT_EQ(to_string(diagnostics.kept().front()), "x.run: the run is given twice");
}

TEST(FileStems, HaveNoFolderAndNoEnding) {
  EXPECT_EQ(file_stem("runs/bm25.run.gz"), "bm25");
  EXPECT_EQ(file_stem("chunks-0.5.jsonl"), "chunks-0.5");
  EXPECT_EQ(file_stem(".run"), ".run");
  EXPECT_EQ(file_stem("a.zst"), "a");
  EXPECT_EQ(file_stem("-"), "-");
}

}  // namespace
}  // namespace fovea
