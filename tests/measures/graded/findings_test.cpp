// What the papers found, and what they say their metrics reduce to, on random worlds.

#include <gtest/gtest.h>

#include <algorithm>

#include "measures/graded/gain_metrics.h"
#include "measures/graded/graded_view.h"
#include "measures/graded/precall.h"
#include "measures/graded/random_world.h"
#include "measures/graded/recall_points.h"
#include "measures/graded/size_overlap.h"
#include "simulate/graded_runs.h"

namespace fovea {
namespace {

constexpr std::uint32_t kWorlds = 2000;
constexpr double kRoundOff = 1e-9;
const Quantisation kSog = *Quantisation::named("sog");
const Quantisation kGen = *Quantisation::named("gen");
const Quantisation kStrict = *Quantisation::named("strict");

/// A run over a world, laid against its recall base.
class Laid {
 public:
  Laid(const World& world, const RecallBase& base, const std::vector<Pick>& picks)
      : results_(world.results(picks)) {
    view_.reset(base, results_);
  }
  Laid(const World& world, const RecallBase& base, GradedRun run)
      : Laid(world, base, picks_of(world, base, simulate_graded(run, base, kSog))) {}

  double nxcg(std::size_t k) { return normalised_gain(view_.gains(kSog, 1), view_.ideal(kSog), k); }
  double inex2002(const Quantisation& quantisation) const {
    const PrecallCurve curve(view_, quantisation);
    return mean_over_recall([&](double x) { return curve.at(x); });
  }
  double inex2003(Inex2003 variant) const {
    const SizeCurve curve(view_, variant, *one_dimension_named("gen"));
    return mean_over_recall([&](double x) { return curve.at(x); });
  }
  GradedView& view() { return view_; }

 private:
  static std::vector<Pick> picks_of(const World& world, const RecallBase& base,
                                    const std::vector<SimulatedElement>& elements) {
    std::vector<Pick> picks;
    for (const auto& [node, rank] : elements) picks.push_back(world.pick(base, node, rank));
    return picks;
  }

  std::vector<Result> results_;
  GradedView view_;
};

template <typename Check>
void for_consistent_worlds(Check check) {
  for (std::uint32_t seed = 1; seed <= kWorlds && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomWorld random(seed);
    const World world = random.consistent();
    const RecallBase base = world.base();
    if (base.size() > 0) check(random, world, base);
  }
}

TEST(Findings, UnderInex2002TheFullRecallBaseIsNeverBehindTheIdealRun) {
  int ahead = 0;
  for_consistent_worlds([&](RandomWorld&, const World& world, const RecallBase& base) {
    const double full = Laid(world, base, GradedRun::kFull).inex2002(kSog);
    const double ideal = Laid(world, base, GradedRun::kIdeal).inex2002(kSog);
    ASSERT_GE(full, ideal - kRoundOff);
    if (full > ideal + kRoundOff) ++ahead;
  });
  EXPECT_GT(ahead, static_cast<int>(kWorlds) / 2);
}

TEST(Findings, UnderNormalisedGainTheIdealRunIsOneAtEveryRank) {
  for_consistent_worlds([](RandomWorld&, const World& world, const RecallBase& base) {
    Laid ideal(world, base, GradedRun::kIdeal);
    for (std::size_t k = 1; k <= 20; ++k) ASSERT_NEAR(ideal.nxcg(k), 1, kRoundOff) << k;
  });
}

TEST(Findings, NoRunAtOrBelowTheIdealElementsBeatsThem) {
  for_consistent_worlds([](RandomWorld& random, const World& world, const RecallBase& base) {
    const IdealBase ideal = ideal_base(base, kSog);
    std::vector<Pick> picks = random.run(world);
    std::erase_if(picks, [&](const Pick& pick) {
      const auto document = base.find_document(world.documents[pick.document].id);
      if (!document) return true;
      const NodeId node = base.nearest(*document, world.at(pick).path);
      return node == kNoNode || ideal.ideal_of[node] == kNoNode;
    });
    Laid run(world, base, picks);
    for (std::size_t k = 1; k <= 20; ++k) ASSERT_LE(run.nxcg(k), 1 + kRoundOff) << k;
  });
}

TEST(Findings, SimulatedRunsWithTheIdealElementsNeverBeatTheIdealRunUnderNormalisedGain) {
  for_consistent_worlds([](RandomWorld&, const World& world, const RecallBase& base) {
    for (const GradedRun run : {GradedRun::kIdealAndDescendants, GradedRun::kLeaves}) {
      Laid laid(world, base, run);
      for (std::size_t k = 1; k <= 20; ++k)
        ASSERT_LE(laid.nxcg(k), 1 + kRoundOff) << name_of(run) << " " << k;
    }
  });
}

TEST(Findings, AddingAncestorsHelpsMuchUnderInex2002AndModeratelyUnderInex2003Overlap) {
  double rise_2002 = 0;
  double rise_o = 0;
  for_consistent_worlds([&](RandomWorld&, const World& world, const RecallBase& base) {
    const Laid perfect(world, base, GradedRun::kPerfect);
    const Laid ancestors(world, base, GradedRun::kAncestors);
    rise_2002 += ancestors.inex2002(kGen) - perfect.inex2002(kGen);
    rise_o += ancestors.inex2003(Inex2003::kOverlap) - perfect.inex2003(Inex2003::kOverlap);
  });
  EXPECT_GT(rise_o, 0);
  EXPECT_GT(rise_2002, 1.5 * rise_o);
}

/// Paragraphs of equal length under one root that was not assessed, each (0,0) or (3,3).
World flat_world(RandomWorld& random) {
  World world;
  WorldDocument document{"doc", {}};
  const int paragraphs = random.number(1, 12);
  document.elements.push_back({"/article[1]", -1, {0, static_cast<Offset>(paragraphs) * 7}, {}});
  for (int i = 0; i < paragraphs; ++i) {
    const auto begin = static_cast<Offset>(i) * 7;
    const std::uint8_t grade = random.chance(40) ? 3 : 0;
    document.elements.push_back(
        {"/article[1]/p[" + std::to_string(i + 1) + "]", 0, {begin, begin + 7}, {grade, grade}});
  }
  world.documents.push_back(std::move(document));
  return world;
}

/// The paragraphs of a flat world in random order, some left out.
std::vector<Pick> flat_run(RandomWorld& random, const World& world) {
  std::vector<Pick> picks;
  for (std::size_t i = 1; i < world.documents[0].elements.size(); ++i) {
    if (random.chance(80))
      picks.insert(picks.begin() + random.number(0, static_cast<int>(picks.size())), {0, i, 0});
  }
  for (std::size_t i = 0; i < picks.size(); ++i) picks[i].rank = static_cast<std::int32_t>(i) + 1;
  return picks;
}

bool is_relevant(const World& world, const Pick& pick) {
  return world.at(pick).grade.relevant();
}

TEST(Reduction, EqualSizesWithoutOverlapMakeInex2003OrdinaryRecallAndPrecision) {
  for (std::uint32_t seed = 1; seed <= kWorlds && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomWorld random(seed);
    const World world = flat_world(random);
    const RecallBase base = world.base();
    const std::vector<Pick> picks = flat_run(random, world);
    Laid run(world, base, picks);
    const int all = static_cast<int>(
        std::ranges::count_if(world.documents[0].elements, [](const auto& e) { return e.grade.relevant(); }));
    for (const int point : {1, 10, 20, 25, 30, 50, 60, 75, 100}) {
      double best = 0;
      int found = 0;
      for (std::size_t k = 0; k < picks.size(); ++k) {
        if (is_relevant(world, picks[k])) ++found;
        if (all > 0 && 100 * found >= point * all) best = std::max(best, found / static_cast<double>(k + 1));
      }
      for (const Inex2003 variant : {Inex2003::kSize, Inex2003::kOverlap}) {
        const SizeCurve curve(run.view(), variant, *one_dimension_named("gen"));
        ASSERT_NEAR(curve.at(point / 100.0), best, kRoundOff) << point;
      }
    }
  }
}

TEST(Reduction, StrictPrecallWithoutTiesIsPrecisionAtNaturalRecallPoints) {
  for (std::uint32_t seed = 1; seed <= kWorlds && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomWorld random(seed);
    const World world = flat_world(random);
    const RecallBase base = world.base();
    const std::vector<Pick> picks = flat_run(random, world);
    Laid run(world, base, picks);
    const PrecallCurve curve(run.view(), kStrict);
    const auto all =
        std::ranges::count_if(base.nodes(), [](const RecallNode& node) { return node.relevant(); });
    int found = 0;
    for (std::size_t k = 0; k < picks.size(); ++k) {
      if (!is_relevant(world, picks[k])) continue;
      ++found;
      const double recall = found / static_cast<double>(all);
      ASSERT_NEAR(curve.at(recall), found / static_cast<double>(k + 1), kRoundOff) << k;
    }
  }
}

}  // namespace
}  // namespace fovea
