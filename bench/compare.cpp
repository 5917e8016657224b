// How fast all pairs of a track's runs are bootstrapped, against the loop one would write first.
//
// The task is the largest of INEX 2010: 213 runs on 107 topics, 10,000 resamples for each of the 22,578
// pairs. The loop draws and sums every resample of every pair by itself on one thread; it is timed on a few
// pairs, and must give the same p-values.
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <string>
#include <vector>

#include "scores/scores.h"
#include "stats/comparison.h"
#include "stats/random.h"

namespace {

using namespace fovea::stats;

constexpr std::size_t kRuns = 213;
constexpr std::size_t kTopics = 107;
constexpr std::size_t kResamples = 10'000;
constexpr std::size_t kPairsOfTheLoop = 20;

fovea::Scores track() {
  fovea::Scores scores({{"AP"}}, std::vector<std::string>(kTopics, "topic"));
  for (std::size_t run = 0; run < kRuns; ++run) {
    scores.add_run({"run", {}});
    RandomStream random(1, run);
    const double quality = 0.3 + 0.5 * random.uniform();
    for (std::size_t topic = 0; topic < kTopics; ++topic)
      scores.set(run, topic, 0, quality * random.uniform());
  }
  return scores;
}

double loop(const fovea::ScoreMatrix& scores, RunPair pair, std::uint64_t seed) {
  std::size_t not_better = 0;
  for (std::size_t resample = 0; resample < kResamples; ++resample) {
    RandomStream random(seed, resample);
    double sum = 0;
    for (std::size_t i = 0; i < scores.topics(); ++i) {
      const std::size_t t = random.below(static_cast<std::uint32_t>(scores.topics()));
      sum += scores.run(pair.first)[t] - scores.run(pair.second)[t];
    }
    not_better += sum <= 0 ? 1U : 0U;
  }
  return static_cast<double>(not_better) / static_cast<double>(kResamples);
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

int main() {
  const fovea::Scores cube = track();
  const fovea::ScoreMatrix scores = cube.matrix(0);
  const std::vector<RunPair> pairs = all_pairs(rank_runs(scores));
  ComparisonPlan plan;
  plan.test = PairTest::kBootstrap;
  plan.interval = IntervalKind::kBootstrap;
  plan.tails = Tails::kOne;
  plan.resamples = kResamples;

  auto start = std::chrono::steady_clock::now();
  const Computed<Comparison> comparison = compare(scores, pairs, plan);
  const double seconds = seconds_since(start);
  const double rate = static_cast<double>(pairs.size() * kResamples) / seconds;

  start = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < kPairsOfTheLoop; ++i) {
    if (loop(scores, pairs[i], plan.seed) != *comparison->pairs[i].p) {
      fmt::print(stderr, "the p-values differ\n");
      return EXIT_FAILURE;
    }
  }
  const double loop_rate = static_cast<double>(kPairsOfTheLoop * kResamples) / seconds_since(start);

  fmt::print("{} runs x {} topics, {} pairs, {} resamples each: {:.2f} s, with all intervals\n", kRuns,
             kTopics, pairs.size(), kResamples, seconds);
  fmt::print("compare      {:>12.0f} resamples/s\n", rate);
  fmt::print("plain loop   {:>12.0f} resamples/s (one thread)\n", loop_rate);
  fmt::print("ratio        {:>12.1f}\n", rate / loop_rate);
  return EXIT_SUCCESS;
}
