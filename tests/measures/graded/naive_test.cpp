// The metrics against their naive twins, on thousands of small worlds.

#include "measures/graded/naive.h"

#include <gtest/gtest.h>

#include "measures/graded/gain_metrics.h"
#include "measures/graded/graded_view.h"
#include "measures/graded/precall.h"
#include "measures/graded/random_world.h"
#include "measures/graded/size_overlap.h"

namespace fovea {
namespace {

constexpr std::uint32_t kNaiveWorlds = 3000;
constexpr double kExact = 1e-9;

struct Twin {
  const char* name;
  naive::Quant naive;
};
const Twin kTwins[] = {{"strict", naive::strict}, {"gen", naive::gen}, {"sog", naive::sog}};

double as_double(const naive::Fraction& fraction) {
  return fraction.convert_to<double>();
}

/// A few recall points that runs hit exactly, and a few they do not.
std::vector<int> some_points(RandomWorld& random) {
  return {1, 10, 25, 50, 75, 100, random.number(1, 100), random.number(1, 100)};
}

class RandomRuns : public ::testing::Test {
 protected:
  /// Calls `check` with a world, a run over it, and both laid against each other.
  template <typename Check>
  void for_many_worlds(Check check) {
    for (std::uint32_t seed = 1; seed <= kNaiveWorlds && !HasFailure(); ++seed) {
      SCOPED_TRACE("seed " + std::to_string(seed));
      RandomWorld random(seed);
      const World world = seed % 2 == 0 ? random.arbitrary() : random.consistent();
      const std::vector<Pick> picks = random.run(world);
      const RecallBase base = world.base();
      const std::vector<Result> results = world.results(picks);
      GradedView view;
      view.reset(base, results);
      check(random, world, naive::Evaluator(world, picks), view);
    }
  }
};

TEST_F(RandomRuns, PrecallIsThatOfTheNaiveEvaluator) {
  for_many_worlds([](RandomWorld& random, const World& world, const naive::Evaluator& oracle,
                     GradedView& view) {
    for (const Twin& twin : kTwins) {
      SCOPED_TRACE(twin.name);
      const Quantisation quantisation = *Quantisation::named(twin.name);
      const PrecallCurve open(view, quantisation);
      const PrecallCurve closed(view, quantisation, world.elements());
      for (const int point : some_points(random)) {
        const naive::Fraction x = naive::percent(point);
        ASSERT_NEAR(open.at(point / 100.0), as_double(oracle.precall(twin.naive, x, {})), kExact) << point;
        ASSERT_NEAR(closed.at(point / 100.0), as_double(oracle.precall(twin.naive, x, world.elements())),
                    kExact)
            << point;
      }
    }
  });
}

TEST_F(RandomRuns, SizeAndOverlapPrecisionAreThoseOfTheNaiveEvaluator) {
  for_many_worlds([](RandomWorld& random, const World&, const naive::Evaluator& oracle, GradedView& view) {
    for (const bool strict : {true, false}) {
      const OneDimension one = *one_dimension_named(strict ? "strict" : "gen");
      const naive::OneQuant twin = strict ? naive::strict_one : naive::gen_one;
      const SizeCurve size(view, Inex2003::kSize, one);
      const SizeCurve overlap(view, Inex2003::kOverlap, one);
      for (const int point : some_points(random)) {
        const naive::Fraction x = naive::percent(point);
        ASSERT_NEAR(size.at(point / 100.0), as_double(oracle.size_precision(false, twin, x)), kExact)
            << point;
        ASSERT_NEAR(overlap.at(point / 100.0), as_double(oracle.size_precision(true, twin, x)), kExact)
            << point;
      }
    }
  });
}

TEST_F(RandomRuns, GainsAreThoseOfTheNaiveEvaluator) {
  for_many_worlds(
      [](RandomWorld& random, const World& world, const naive::Evaluator& oracle, GradedView& view) {
        const int alpha = random.chance(60) ? 100 : random.number(0, 100);
        for (const Twin& twin : kTwins) {
          SCOPED_TRACE(twin.name);
          const Quantisation quantisation = *Quantisation::named(twin.name);
          const IdealBase& ideal = view.ideal(quantisation);
          const std::vector<Pick> expected = oracle.ideal(twin.naive);
          ASSERT_EQ(ideal.elements.size(), expected.size());
          for (std::size_t i = 0; i < expected.size(); ++i) {
            ASSERT_TRUE(world.pick(view.base(), ideal.elements[i]).same_element(expected[i])) << i;
          }
          const GradedView::Gains& gains = view.gains(quantisation, alpha / 100.0);
          ASSERT_FALSE(gains.size_missing);
          const auto lists = oracle.cumulated(twin.naive, naive::percent(alpha));
          for (const std::size_t k : {1U, 2U, 3U, 5U, 8U, 100U}) {
            ASSERT_NEAR(gains.at(k), as_double(lists.xcg(k)), kExact) << k;
            ASSERT_NEAR(normalised_gain(gains, ideal, k), as_double(lists.nxcg(k)), kExact) << k;
          }
          for (const int point : some_points(random)) {
            ASSERT_NEAR(effort_precision(gains, ideal, point / 100.0),
                        as_double(lists.ep(naive::percent(point))), kExact)
                << point;
          }
        }
      });
}

TEST_F(RandomRuns, OverlapIsThatOfTheNaiveEvaluator) {
  for_many_worlds([](RandomWorld&, const World&, const naive::Evaluator& oracle, GradedView& view) {
    const double expected = as_double(oracle.overlap()) * static_cast<double>(view.results().size());
    ASSERT_NEAR(static_cast<double>(view.shape().overlapping), expected, kExact);
  });
}

}  // namespace
}  // namespace fovea
