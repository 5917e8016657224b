#include "simulate/graded_runs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "measures/graded/world.h"

namespace fovea {
namespace {

using testing::ElementsAre;

class GradedRuns : public ::testing::Test {
 protected:
  /// The last steps of the paths of a run over the worked fixture, with their section.
  std::vector<std::string> run(GradedRun which) {
    std::vector<std::string> names;
    for (const auto& [node, rank] : simulate_graded(which, base_, *Quantisation::named("sog"))) {
      const std::string path(base_[node].path);
      const std::size_t section = path.find("sec");
      names.push_back(section == std::string::npos ? path.substr(path.rfind('/') + 1) : path.substr(section));
    }
    return names;
  }

  World world_ = worked_fixture();
  RecallBase base_ = world_.base();
};

TEST_F(GradedRuns, AreThoseOfThePapersExample) {
  EXPECT_THAT(run(GradedRun::kIdeal), ElementsAre("sec[6]", "sec[4]"));
  EXPECT_THAT(run(GradedRun::kFull),
              ElementsAre("sec[6]", "sec[6]/p[1]", "sec[6]/p[2]", "sec[6]/ip1[2]", "sec[4]/p[1]",
                          "sec[4]/ip1[2]", "sec[4]", "sec[4]/p[2]", "bdy[1]", "article[1]"));
  EXPECT_THAT(run(GradedRun::kIdealAndAncestors), ElementsAre("sec[6]", "sec[4]", "bdy[1]", "article[1]"));
  EXPECT_THAT(run(GradedRun::kIdealAndDescendants),
              ElementsAre("sec[6]", "sec[6]/p[1]", "sec[6]/p[2]", "sec[6]/ip1[2]", "sec[4]/p[1]",
                          "sec[4]/ip1[2]", "sec[4]", "sec[4]/p[2]"));
  EXPECT_THAT(run(GradedRun::kLeaves), ElementsAre("sec[6]/p[1]", "sec[6]/p[2]", "sec[6]/ip1[2]",
                                                   "sec[4]/p[1]", "sec[4]/ip1[2]", "sec[4]/p[2]"));
  EXPECT_THAT(run(GradedRun::kArticles), ElementsAre("article[1]"));
}

TEST_F(GradedRuns, PerfectHoldsWhatIsWhollySpecificAndAncestorsFollowInOneRank) {
  EXPECT_THAT(run(GradedRun::kPerfect), ElementsAre("sec[6]", "sec[6]/p[1]", "sec[4]/p[1]", "sec[4]/ip1[2]",
                                                    "sec[6]/p[2]", "sec[6]/ip1[2]"));
  const auto elements = simulate_graded(GradedRun::kAncestors, base_, *Quantisation::named("sog"));
  ASSERT_EQ(elements.size(), 9U);
  EXPECT_EQ(elements[5].rank, 6);
  for (std::size_t i = 6; i < 9; ++i) EXPECT_EQ(elements[i].rank, 7);
}

TEST_F(GradedRuns, AreWrittenAsRowsOfAnElementRun) {
  std::string rows;
  append_rows(rows, "163", "irb", base_,
              simulate_graded(GradedRun::kIdeal, base_, *Quantisation::named("sog")));
  EXPECT_EQ(rows,
            "163 Q0 co/2001/r7022 1 2 irb /article[1]/bdy[1]/sec[6]\n"
            "163 Q0 co/2001/r7022 2 1 irb /article[1]/bdy[1]/sec[4]\n");
}

}  // namespace
}  // namespace fovea
