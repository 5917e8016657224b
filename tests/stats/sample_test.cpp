// What the small statistics answer at their edges; the ordinary cases are checked against R.
#include "stats/sample.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "stats/correction.h"
#include "stats/correlation.h"
#include "stats/filled_matrix.h"
#include "stats/kappa.h"
#include "stats/measure_agreement.h"
#include "stats/paired_test.h"
#include "stats/studentised_range.h"
#include "stats/tukey.h"

#include <boost/math/distributions/students_t.hpp>

namespace fovea::stats {
namespace {

using Values = std::vector<double>;
const double kNan = std::numeric_limits<double>::quiet_NaN();

TEST(Sample, EqualNumbersShareTheMeanOfTheirRanks) {
  EXPECT_EQ(midranks(Values{0.5, 0.1, 0.5, 0.9}), (Values{2.5, 1, 2.5, 4}));
  EXPECT_EQ(tie_sizes(Values{0.5, 0.1, 0.5, 0.9, 0.1, 0.1}), (std::vector<std::size_t>{3, 2}));
}

TEST(Sample, ADescriptionOfNothingIsAllZero) {
  const Description nothing = describe({});
  EXPECT_EQ(nothing.count, 0);
  EXPECT_EQ(nothing.mean, 0);
  EXPECT_EQ(describe(Values{3}).standard_deviation, 0);
}

TEST(TTest, ConstantDifferencesHaveNoTestButAnIntervalWithoutWidth) {
  const Values constant{0.1, 0.1, 0.1};
  EXPECT_EQ(paired_t_test(constant, Tails::kTwo).why(),
            "the difference is the same on all topics (zero variance)");
  EXPECT_FALSE(cohens_d(constant));
  EXPECT_FALSE(paired_t_test(Values{0, 0, 0}, Tails::kTwo));
  EXPECT_NEAR(t_interval(constant, 0.95)->low, 0.1, 1e-15);
  EXPECT_NEAR(t_interval(constant, 0.95)->high, 0.1, 1e-15);
}

TEST(TTest, TooFewOrUnusableNumbersHaveAReason) {
  EXPECT_EQ(paired_t_test(Values{0.4}, Tails::kOne).why(), "there are fewer than 2 topics");
  EXPECT_EQ(paired_t_test(Values{0.4, kNan}, Tails::kOne).why(), "not all values are finite numbers");
  EXPECT_FALSE(t_interval(Values{0.4}, 0.95));
}

TEST(Wilcoxon, EqualRunsHaveNoTest) {
  EXPECT_EQ(wilcoxon_signed_rank(Values{0, 0}, Tails::kTwo).why(), "the scores are equal on all topics");
  EXPECT_FALSE(wilcoxon_signed_rank(Values{1, kNan}, Tails::kTwo));
}

TEST(Wilcoxon, DifferencesEqualOnPaperTieInSpiteOfRounding) {
  const Values rounded{0.3 - 0.2, 0.2 - 0.1, -(0.6 - 0.5), 0.25};
  const Values exact{0.1, 0.1, -0.1, 0.25};
  EXPECT_EQ(wilcoxon_signed_rank(rounded, Tails::kTwo)->p, wilcoxon_signed_rank(exact, Tails::kTwo)->p);
}

TEST(Correlation, ConstantAndShortListsHaveAReason) {
  const Values constant{1, 1, 1};
  const Values rising{1, 2, 3};
  for (const auto& coefficient : {pearson, spearman, kendall_tau_b, tau_ap}) {
    EXPECT_EQ(coefficient(constant, rising).why(), "all values of one list are equal");
    EXPECT_EQ(coefficient(rising, constant).why(), "all values of one list are equal");
    EXPECT_EQ(coefficient(Values{1}, Values{2}).why(), "there are fewer than 2 runs");
    EXPECT_FALSE(coefficient(rising, Values{1, kNan, 2}));
    EXPECT_NEAR(coefficient(rising, Values{2, 4, 7})->value, 1, 0.02);
  }
}

TEST(Correlation, PerfectAgreementAndItsReverseAreOneAndMinusOne) {
  const Values rising{1, 2, 3, 4};
  const Values falling{8, 6, 4, 2};
  for (const auto& coefficient : {pearson, spearman, kendall_tau_b, tau_ap}) {
    EXPECT_DOUBLE_EQ(coefficient(rising, rising)->value, 1);
    EXPECT_DOUBLE_EQ(coefficient(rising, falling)->value, -1);
  }
  EXPECT_EQ(pearson(rising, falling)->p, 0);
}

TEST(TauAp, AListWithTiesAgreesPerfectlyWithItself) {
  const Values tied{5, 4, 4, 2, 2, 1};
  EXPECT_DOUBLE_EQ(tau_ap(tied, tied)->value, 1);
}

TEST(TauAp, AnExchangeAtTheTopCostsMoreThanOneAtTheBottom) {
  const Values truth{5, 4, 3, 2, 1};
  const double top = tau_ap(truth, Values{4, 5, 3, 2, 1})->value;
  const double bottom = tau_ap(truth, Values{5, 4, 3, 1, 2})->value;
  EXPECT_LT(top, bottom);
  EXPECT_FALSE(tau_ap(truth, Values{5, 4, 3, 1, 1})->p.has_value());
}

TEST(Regression, PointsAboveEachOtherHaveNoLine) {
  EXPECT_EQ(linear_regression(Values{1, 1}, Values{1, 2}).why(), "all points have the same x");
  EXPECT_DOUBLE_EQ(linear_regression(Values{1, 2}, Values{3, 3})->r_squared, 1);
}

TEST(StudentisedRange, OfTwoGroupsIsStudentsT) {
  for (const double freedom : {1.0, 2.0, 7.0, 100.0, 20'000.0}) {
    const StudentisedRange range(2, freedom);
    const boost::math::students_t t(freedom);
    for (const double q : {0.1, 1.0, 3.0, 10.0, 60.0}) {
      EXPECT_NEAR(range.upper_tail(q), 2 * cdf(complement(t, q / std::sqrt(2.0))), 1e-10)
          << freedom << ' ' << q;
    }
    EXPECT_EQ(range.upper_tail(0), 1);
  }
}

TEST(Tukey, ScoresThatRunAndTopicExplainHaveAReason) {
  FilledMatrix scores(2, 4);
  for (std::size_t t = 0; t < 4; ++t) {
    scores.run(0)[t] = 0.1 * static_cast<double>(t);
    scores.run(1)[t] = 0.1 * static_cast<double>(t) + 0.2;
  }
  EXPECT_EQ(TukeyHsd::fit(scores).why(), "run and topic explain all scores (zero variance)");
  EXPECT_FALSE(TukeyHsd::fit(FilledMatrix(1, 5)));
  EXPECT_FALSE(TukeyHsd::fit(FilledMatrix(3, 1)));
}

TEST(Correction, OfNothingIsNothingAndNoneChangesNothing) {
  EXPECT_TRUE(adjust({}, Correction::kHolm).empty());
  EXPECT_EQ(adjust(Values{0.2, 0.1}, Correction::kNone), (Values{0.2, 0.1}));
}

TEST(EffectSize, TopicsAreWonTiedOrLost) {
  const WinTieLoss count = count_topics(Values{0.1, 0, -0.2, 0.3, 1e-14});
  EXPECT_EQ(count.wins, 2);
  EXPECT_EQ(count.ties, 2);
  EXPECT_EQ(count.losses, 1);
}

TEST(Kappa, WithoutArticlesOrWithoutVarietyHasAReason) {
  EXPECT_EQ(cohens_kappa({}).why(), "no article was judged by both");
  EXPECT_FALSE(cohens_kappa({5, 0, 0, 0}));
  EXPECT_DOUBLE_EQ(*cohens_kappa({5, 0, 0, 5}), 1);
}

TEST(MeasureAgreement, RanksTheHighestMeanFirstAndSharesRanksOfEqualOnes) {
  EXPECT_EQ(ranks_of({"AP", {0.2, 0.5, 0.2, 0.1}}), (std::vector<double>{2.5, 1, 2.5, 4}));
}

}  // namespace
}  // namespace fovea::stats
