// The metrics against their naive twins, on thousands of small worlds.

#include "measures/graded/naive.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "measures/graded/gain_metrics.h"
#include "measures/graded/graded_view.h"
#include "measures/graded/precall.h"
#include "measures/graded/random_world.h"
#include "measures/graded/recall_points.h"
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
      const PrecallCurve normalised(view, quantisation, world.elements(), &view.ideal(quantisation));
      for (const int point : some_points(random)) {
        const naive::Fraction x = naive::percent(point);
        ASSERT_NEAR(open.at(point / 100.0), as_double(oracle.precall(twin.naive, x, {})), kExact) << point;
        ASSERT_NEAR(closed.at(point / 100.0), as_double(oracle.precall(twin.naive, x, world.elements())),
                    kExact)
            << point;
        ASSERT_NEAR(normalised.at(point / 100.0),
                    as_double(oracle.precall(twin.naive, x, world.elements(), true)), kExact)
            << point;
      }
    }
  });
}

TEST_F(RandomRuns, WithNormalisedValuesPrecallNeverPrefersLeavesToTheIdealRun) {
  std::size_t plain_prefers_leaves = 0;
  for_many_worlds([&](RandomWorld&, const World&, const naive::Evaluator&, GradedView& view) {
    const Quantisation sog = *Quantisation::named("sog");
    const IdealBase ideal = view.ideal(sog);
    const RecallBase base = view.base();
    const std::vector<bool> leaves = relevant_leaves(base);
    const auto curve = [&](const std::vector<Result>& list, bool normalised) {
      view.reset(base, list);
      const PrecallCurve precall(view, sog, {}, normalised ? &ideal : nullptr);
      return mean_over_recall([&](double x) { return precall.at(x); });
    };
    const auto results = [&](std::vector<NodeId> nodes) {
      std::ranges::stable_sort(nodes,
                               [&](NodeId a, NodeId b) { return sog(base[a].grade) > sog(base[b].grade); });
      std::vector<Result> list;
      for (const NodeId node : nodes) {
        Result result;
        result.doc = base.documents()[base[node].document].id;
        result.path = base[node].path;
        result.kind = ResultKind::kElement;
        list.push_back(result);
      }
      return list;
    };
    std::vector<NodeId> leaf_nodes;
    for (NodeId node = 0; node < base.size(); ++node) {
      if (leaves[node]) leaf_nodes.push_back(node);
    }
    const std::vector<Result> ideal_run = results(ideal.elements);
    const std::vector<Result> leaf_run = results(leaf_nodes);
    ASSERT_LE(curve(leaf_run, true), curve(ideal_run, true) + kExact);
    if (curve(leaf_run, false) > curve(ideal_run, false) + kExact) ++plain_prefers_leaves;
  });
  EXPECT_GT(plain_prefers_leaves, 0U) << "without it, leaves often win";
}

TEST_F(RandomRuns, SizeAndOverlapPrecisionAreThoseOfTheNaiveEvaluator) {
  for_many_worlds(
      [](RandomWorld& random, const World& world, const naive::Evaluator& oracle, GradedView& view) {
        for (const bool strict : {true, false}) {
          const OneDimension one = *one_dimension_named(strict ? "strict" : "gen");
          const naive::OneQuant twin = strict ? naive::strict_one : naive::gen_one;
          const SizeCurve size(view, Inex2003::kSize, one);
          const SizeCurve overlap(view, Inex2003::kOverlap, one);
          const SizeCurve size_and_rest(view, Inex2003::kSize, one, world.size());
          const SizeCurve overlap_and_rest(view, Inex2003::kOverlap, one, world.size());
          for (const int point : some_points(random)) {
            const naive::Fraction x = naive::percent(point);
            ASSERT_NEAR(size.at(point / 100.0), as_double(oracle.size_precision(false, twin, x)), kExact)
                << point;
            ASSERT_NEAR(overlap.at(point / 100.0), as_double(oracle.size_precision(true, twin, x)), kExact)
                << point;
            ASSERT_NEAR(size_and_rest.at(point / 100.0),
                        as_double(oracle.size_precision(false, twin, x, true)), kExact)
                << point;
            ASSERT_NEAR(overlap_and_rest.at(point / 100.0),
                        as_double(oracle.size_precision(true, twin, x, true)), kExact)
                << point;
          }
        }
      });
}

/// The expectation that inex-2003 with a rest is built on: over all orders of the rest, the first y of its L units hold
/// y/L of its specific text on average.
TEST(RestOfTheCollection, AnyStretchOfItHoldsItsShareOfSpecificTextOnAverage) {
  std::vector<naive::Fraction> units{1, naive::Fraction(1) / 3, 0, naive::Fraction(2) / 3, 0, 0, 1};
  std::vector<std::size_t> order(units.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<naive::Fraction> sums(units.size() + 1, 0);
  std::size_t orders = 0;
  do {
    naive::Fraction sum = 0;
    for (std::size_t y = 0; y < order.size(); ++y) {
      sum += units[order[y]];
      sums[y + 1] += sum;
    }
    ++orders;
  } while (std::ranges::next_permutation(order).found);
  const naive::Fraction all = std::accumulate(units.begin(), units.end(), naive::Fraction(0));
  for (std::size_t y = 1; y <= units.size(); ++y) {
    EXPECT_EQ(naive::Fraction(sums[y] / orders), naive::Fraction(all * y / units.size())) << y;
  }
}

TEST_F(RandomRuns, GainsAreThoseOfTheNaiveEvaluator) {
  for_many_worlds(
      [](RandomWorld& random, const World& world, const naive::Evaluator& oracle, GradedView& view) {
        const int alpha = random.chance(60) ? 100 : random.number(0, 100);
        for (const Twin& twin : kTwins) {
          SCOPED_TRACE(twin.name);
          const Quantisation quantisation = *Quantisation::named(twin.name);
          const bool higher = random.chance(30);
          const IdealTie tie = higher ? IdealTie::kHigher : IdealTie::kDeeper;
          const IdealBase& ideal = view.ideal(quantisation, tie);
          const std::vector<Pick> expected = oracle.ideal(twin.naive, higher);
          ASSERT_EQ(ideal.elements.size(), expected.size());
          for (std::size_t i = 0; i < expected.size(); ++i) {
            ASSERT_TRUE(world.pick(view.base(), ideal.elements[i]).same_element(expected[i])) << i;
          }
          const GradedView::Gains& gains = view.gains(quantisation, alpha / 100.0, tie);
          ASSERT_FALSE(gains.size_missing);
          const auto lists = oracle.cumulated(twin.naive, naive::percent(alpha), higher);
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
    const double earlier = as_double(oracle.overlap(true)) * static_cast<double>(view.results().size());
    ASSERT_NEAR(static_cast<double>(overlapping_earlier(view.list())), earlier, kExact);
  });
}

}  // namespace
}  // namespace fovea
