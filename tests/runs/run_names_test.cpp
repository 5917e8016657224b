#include "runs/run_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "files/input.h"

namespace fovea {
namespace {

using testing::ElementsAre;

fovea::Run run_in(const std::string& file, const std::string& tag) {
  Diagnostics diagnostics;
  auto run = Run::open(InputFile::from_memory(file, "1 Q0 a 1 2.5 " + tag + "\n"), nullptr, diagnostics);
  EXPECT_TRUE(run);
  return std::move(*run);
}

TEST(RunNames, AreTagsOrFilesWhereTwoShareATag) {
  std::vector<fovea::Run> runs;
  runs.push_back(run_in("x.run", "bm25"));
  runs.push_back(run_in("y.run", "lm"));
  runs.push_back(run_in("z.run", "bm25"));
  Diagnostics diagnostics;
  EXPECT_THAT(names_of(runs, diagnostics), ElementsAre("x.run", "lm", "z.run"));
  EXPECT_TRUE(diagnostics.ok());
}

TEST(RunNames, OfAFileGivenTwiceCannotBeToldApart) {
  std::vector<fovea::Run> runs;
  runs.push_back(run_in("x.run", "bm25"));
  runs.push_back(run_in("x.run", "bm25"));
  Diagnostics diagnostics;
  names_of(runs, diagnostics);
  ASSERT_EQ(diagnostics.count("repeated-run"), 1U);
  EXPECT_EQ(to_string(diagnostics.kept().front()), "x.run: the run is given twice");
}

}  // namespace
}  // namespace fovea
