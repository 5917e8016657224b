#include "simulate/noise.h"

#include "runs/run_format.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "simulate/simulated_run.h"

namespace fovea {
namespace {

constexpr int kResults = 400;

Run base_run() {
  SimulatedRunBuilder builder("base", run_formats::kPassage);
  for (const char* topic : {"1", "2"}) {
    builder.open_topic(topic);
    for (int i = 0; i < kResults; ++i) {
      builder.add_passage("d" + std::to_string(i), {static_cast<Offset>(i), static_cast<Offset>(i + 100)});
    }
  }
  return std::move(builder).build();
}

std::vector<Result> results_of(const fovea::Run& run, std::size_t topic = 0) {
  TopicResults results;
  Diagnostics diagnostics;
  run.read(topic, results, diagnostics);
  EXPECT_TRUE(diagnostics.ok());
  return results.results;
}

Run noisy(const fovea::Run& run, const Noise& noise) {
  Diagnostics diagnostics;
  return add_noise(run, noise, "noisy", nullptr, diagnostics);
}

std::vector<std::string> order_of(const std::vector<Result>& results) {
  std::vector<std::string> order;
  for (const Result& result : results) order.emplace_back(result.doc);
  return order;
}

TEST(Noise, NoneChangesNothingButTheName) {
  const fovea::Run base = base_run();
  const fovea::Run same = noisy(base, {});
  EXPECT_EQ(same.details().id, "noisy");
  EXPECT_EQ(order_of(results_of(same)), order_of(results_of(base)));
}

TEST(Noise, TheSameSeedGivesTheSameRunAndAnotherSeedOrTopicAnotherOne) {
  const fovea::Run base = base_run();
  Noise noise;
  noise.swaps = 20;
  noise.seed = 7;
  const fovea::Run first = noisy(base, noise);
  const fovea::Run again = noisy(base, noise);
  noise.seed = 8;
  const fovea::Run other = noisy(base, noise);
  EXPECT_EQ(order_of(results_of(first)), order_of(results_of(again)));
  EXPECT_NE(order_of(results_of(first)), order_of(results_of(other)));
  EXPECT_NE(order_of(results_of(first, 0)), order_of(results_of(first, 1)));
}

TEST(Noise, SwapsKeepAllResultsAndMoveAtMostTwoEach) {
  const fovea::Run base = base_run();
  Noise noise;
  noise.swaps = 10;
  const auto before = order_of(results_of(base));
  const auto after = order_of(results_of(noisy(base, noise)));
  EXPECT_EQ(std::set(before.begin(), before.end()), std::set(after.begin(), after.end()));
  int moved = 0;
  for (std::size_t i = 0; i < before.size(); ++i) moved += before[i] == after[i] ? 0 : 1;
  EXPECT_GT(moved, 0);
  EXPECT_LE(moved, 20);
}

TEST(Noise, DropsLeaveOutAboutTheirShareAndKeepTheOrder) {
  Noise noise;
  noise.drops = 0.25;
  const auto after = results_of(noisy(base_run(), noise));
  EXPECT_NEAR(static_cast<double>(after.size()), 300, 4 * 8.66);  // four standard deviations of the binomial
  EXPECT_TRUE(std::ranges::is_sorted(after, {}, [](const Result& result) { return result.span.begin; }));
  EXPECT_EQ(after.back().rank, static_cast<std::int32_t>(after.size()));
}

TEST(Noise, JitterMovesBothEndsNoFurtherThanAskedAndLeavesACharacter) {
  Noise noise;
  noise.jitter = 30;
  const auto after = results_of(noisy(base_run(), noise));
  int moved = 0;
  for (int i = 0; i < kResults; ++i) {
    const Span span = after[static_cast<std::size_t>(i)].span;
    EXPECT_LE(std::abs(static_cast<int>(span.begin) - i), 30);
    EXPECT_LE(std::abs(static_cast<int>(span.end) - (i + 100)), 30);
    EXPECT_FALSE(span.empty());
    moved += span.begin == static_cast<Offset>(i) ? 0 : 1;
  }
  EXPECT_GT(moved, kResults / 2);

  SimulatedRunBuilder builder("short", run_formats::kPassage);
  builder.open_topic("1");
  for (int i = 0; i < 100; ++i) builder.add_passage("d", {5, 6});
  noise.jitter = 1000;
  for (const Result& result : results_of(noisy(std::move(builder).build(), noise))) {
    EXPECT_FALSE(result.span.empty());
  }
}

}  // namespace
}  // namespace fovea
