// The worked fixture: every figure, for all six simulated runs.

#include <gtest/gtest.h>

#include "measures/graded/gain_metrics.h"
#include "measures/graded/graded_view.h"
#include "measures/graded/precall.h"
#include "measures/graded/recall_points.h"
#include "measures/graded/size_overlap.h"
#include "measures/graded/world.h"
#include "simulate/graded_runs.h"

namespace fovea {
namespace {

class WorkedFixture : public ::testing::Test {
 protected:
  void lay(GradedRun run) {
    picks_.clear();
    for (const auto& [node, rank] : simulate_graded(run, base_, sog_))
      picks_.push_back(world_.pick(base_, node, rank));
    results_ = world_.results(picks_);
    view_.reset(base_, results_);
  }
  double nxcg(std::size_t k) { return normalised_gain(view_.gains(sog_, 1), view_.ideal(sog_), k); }
  double inex2002(const char* quantisation) {
    const PrecallCurve curve(view_, *Quantisation::named(quantisation));
    return mean_over_recall([&](double x) { return curve.at(x); });
  }
  double inex2003(Inex2003 variant, const char* quantisation = "gen") {
    const SizeCurve curve(view_, variant, *one_dimension_named(quantisation));
    return mean_over_recall([&](double x) { return curve.at(x); });
  }
  double overlap() const {
    return static_cast<double>(view_.shape().overlapping) / static_cast<double>(results_.size());
  }

  World world_ = worked_fixture();
  RecallBase base_ = world_.base();
  Quantisation sog_ = *Quantisation::named("sog");
  std::vector<Pick> picks_;
  std::vector<Result> results_;
  GradedView view_;
};

struct Row {
  GradedRun run;
  double nxcg_1, nxcg_4, nxcg_10, overlap, strict, gen, sog, size, size_overlap;
};

TEST_F(WorkedFixture, EveryFigureOfTheSixRuns) {
  const Row rows[] = {
      {GradedRun::kIdeal, 1, 1, 1, 0, 0.500000, 0.196161, 0.206121, 0.198148, 0.376296},
      {GradedRun::kFull, 1, 0.6667, 1, 1, 1.000000, 0.883174, 0.950596, 0.894042, 0.660667},
      {GradedRun::kIdealAndAncestors, 1, 1, 1, 1, 0.500000, 0.357596, 0.259174, 0.340185, 0.400296},
      {GradedRun::kIdealAndDescendants, 1, 0.6667, 1, 1, 1.000000, 0.730293, 0.889783, 0.718056, 0.643333},
      {GradedRun::kLeaves, 1, 1, 1, 0, 0.500000, 0.521327, 0.670443, 0.516296, 0.964074},
      {GradedRun::kArticles, 0.25, 0.1667, 0.1667, 0, 0.000000, 0.087500, 0.018750, 0.043333, 0.080000},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(name_of(row.run));
    lay(row.run);
    EXPECT_NEAR(nxcg(1), row.nxcg_1, 5e-5);
    EXPECT_NEAR(nxcg(4), row.nxcg_4, 5e-5);
    EXPECT_NEAR(nxcg(10), row.nxcg_10, 5e-5);
    EXPECT_NEAR(overlap(), row.overlap, 1e-12);
    EXPECT_NEAR(inex2002("strict"), row.strict, 5e-7);
    EXPECT_NEAR(inex2002("gen"), row.gen, 5e-7);
    EXPECT_NEAR(inex2002("sog"), row.sog, 5e-7);
    EXPECT_NEAR(inex2003(Inex2003::kSize), row.size, 5e-7);
    EXPECT_NEAR(inex2003(Inex2003::kOverlap), row.size_overlap, 5e-7);
  }
}

TEST_F(WorkedFixture, FourPointOneCanBeRetrieved) {
  EXPECT_NEAR(retrievable(base_, *one_dimension_named("gen")), 4.1, 1e-12);
}

TEST_F(WorkedFixture, TheIdealIsTheTwoSections) {
  std::vector<std::string_view> paths;
  for (const NodeId node : ideal_base(base_, sog_).elements) paths.push_back(base_[node].path);
  EXPECT_EQ(paths, (std::vector<std::string_view>{"/article[1]/bdy[1]/sec[6]", "/article[1]/bdy[1]/sec[4]"}));
}

TEST_F(WorkedFixture, TheFullRecallBaseBeatsTheIdealRunUnderInex2002) {
  lay(GradedRun::kIdeal);
  const double ideal = inex2002("sog");
  lay(GradedRun::kFull);
  EXPECT_GT(inex2002("sog"), ideal);
}

TEST_F(WorkedFixture, AddingAncestorsHelpsMuchUnderInex2002AndLittleUnderInex2003Overlap) {
  lay(GradedRun::kPerfect);
  const double perfect_2002 = inex2002("gen");
  const double perfect_o = inex2003(Inex2003::kOverlap);
  lay(GradedRun::kAncestors);
  const double rise_2002 = inex2002("gen") - perfect_2002;
  const double rise_o = inex2003(Inex2003::kOverlap) - perfect_o;
  EXPECT_GT(rise_2002, 0.2);
  EXPECT_GE(rise_o, 0);
  EXPECT_LT(rise_o, rise_2002 / 2);
}

TEST_F(WorkedFixture, EffortPrecisionComparesTheRanksAtWhichAGainIsReached) {
  lay(GradedRun::kIdealAndDescendants);
  const GradedView::Gains& gains = view_.gains(sog_, 1);
  const IdealBase& ideal = view_.ideal(sog_);
  // The first 1.0 of 1.5 comes at rank 1 in both; the rest at rank 2 of the ideal and 5 of the run.
  EXPECT_DOUBLE_EQ(effort_precision(gains, ideal, 0.5), 1);
  EXPECT_DOUBLE_EQ(effort_precision(gains, ideal, 1), 2.0 / 5);
}

TEST_F(WorkedFixture, APartlySeenBodyGainsWhatIsLeftOfItsChildren) {
  // sec[6], then bdy: sec[4] is new, 0.5 of 400 among 900 characters; sec[6] has been seen.
  results_ = world_.results({{0, 6, 1}, {0, 1, 2}});
  view_.reset(base_, results_);
  EXPECT_NEAR(view_.gains(sog_, 1).at(2), 1 + 0.5 * 400 / 900, 1e-12);
  EXPECT_NEAR(view_.gains(sog_, 0).at(2), 1 + 0.25, 1e-12);
}

TEST_F(WorkedFixture, WithoutSizesOnlyAPartlySeenElementIsAProblem) {
  const RecallBase from_paths = world_.base(false);
  results_ = world_.results({{0, 6, 1}, {0, 2, 2}, {0, 1, 3}});
  view_.reset(from_paths, results_);
  EXPECT_FALSE(view_.gains(sog_, 1).size_missing) << "nothing of the body is left to gain";
  results_ = world_.results({{0, 6, 1}, {0, 1, 2}});
  view_.reset(from_paths, results_);
  EXPECT_EQ(view_.gains(sog_, 1).size_missing, 1U);
  EXPECT_FALSE(view_.gains(sog_, 0).size_missing);
}

TEST_F(WorkedFixture, AWholeDocumentIsItsRootElement) {
  Result result;
  result.doc = world_.documents[0].id;
  result.kind = ResultKind::kDocument;
  result.span = {0, 1000};
  results_ = {result};
  view_.reset(base_, results_);
  EXPECT_NEAR(inex2002("gen"), 0.0875, 5e-7);
  EXPECT_NEAR(inex2003(Inex2003::kOverlap), 0.08, 5e-7);
}

TEST_F(WorkedFixture, APassageIsNoElementAndWorthNothing) {
  Result result;
  result.doc = world_.documents[0].id;
  result.kind = ResultKind::kPassage;
  result.span = {500, 1000};
  results_ = {result};
  view_.reset(base_, results_);
  EXPECT_EQ(nxcg(1), 0);
  EXPECT_EQ(inex2003(Inex2003::kOverlap), 0);
}

}  // namespace
}  // namespace fovea
