// Every method on a pool that was worked out by hand, and Thompson sampling against a naive one.
//
// With seed 1 and topic t, `printf '1\tt\tNAME' | sha256sum` puts the groups in the order B A C and the runs in the order
// b1 a2 a1 c1.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "files/sha256.h"
#include "pools/methods/method.h"
#include "stats/random.h"
#include "toy.h"

namespace fovea::pools {
namespace {

using testing::ElementsAre;

constexpr std::uint32_t kA1 = 0, kA2 = 1, kB1 = 2, kC1 = 3;

ToyRuns toy() {
  ToyRuns runs;
  runs.add("a1", "A", {"d1", "d2", "d3", "d4"});
  runs.add("a2", "A", {"d1", "d5", "d6"});
  runs.add("b1", "B", {"d2", "d7", "d1", "d8", "d10", "d11"});
  runs.add("c1", "C", {"d9"});
  return runs;
}

PoolSettings settings_for(const PoolMethod& method, std::size_t most) {
  PoolSettings settings;
  settings.method = &method;
  settings.size = most;
  settings.depth = most;
  settings.base = 1;
  return settings;
}

PoolTopic pool_of(const PoolSettings& settings) {
  const ToyRuns runs = toy();
  Diagnostics said;
  const Pool pool = build_pool(runs.source(), settings, {}, said);
  EXPECT_TRUE(said.ok());
  return pool.topics.at(0);
}

/// d2, d3 and d7 are relevant, all others are not.
std::shared_ptr<const Judgements> truth() {
  std::vector<JudgementRow> rows;
  for (const char* doc : {"d1", "d4", "d5", "d6", "d8", "d9", "d10", "d11"})
    rows.push_back({.topic = "t", .doc = doc, .grade = 0});
  for (const char* doc : {"d2", "d3", "d7"}) rows.push_back({.topic = "t", .doc = doc, .grade = 1});
  Diagnostics said;
  return make_judgements(rows, said);
}

/// What an adaptive method plays behind d1 d2 d9, the first documents of all runs.
Documents played(const PoolSettings& settings, std::size_t step = 1000) {
  const ToyRuns runs = toy();
  Diagnostics said;
  const Pool base = build_pool(runs.source(), settings, {}, said);
  EXPECT_THAT(documents_of(base.topics.at(0)), ElementsAre("d1", "d2", "d9"));
  const auto judged = truth();
  PoolGrowth growth;
  growth.judgements = judged.get();
  growth.step = step;
  const Pool pool = extend_pool(base, runs.source(), settings, growth, said);
  EXPECT_TRUE(said.ok());
  Documents all = documents_of(pool.topics.at(0));
  return {all.begin() + 3, all.end()};
}

TEST(RoundRobin, GivesGroupsTurnsAndTheRunsOfAGroupInRotation) {
  const PoolTopic topic = pool_of(settings_for(methods::kRoundRobin, 6));
  EXPECT_THAT(documents_of(topic), ElementsAre("d2", "d1", "d9", "d7", "d3", "d8"));
  EXPECT_THAT(turns_of(topic), ElementsAre(kB1, kA2, kC1, kB1, kA1, kB1));
  EXPECT_THAT(topic.reach, ElementsAre(3, 1, 4, 1));
  EXPECT_THAT(topic.items[1].origins, ElementsAre(Origin{kA1, 1}, Origin{kA2, 1}, Origin{kB1, 3}));
}

TEST(RoundRobin, GoesOnToTheEndOfTheRound) {
  PoolSettings settings = settings_for(methods::kRoundRobin, 6);
  settings.finish_round = true;
  EXPECT_THAT(documents_of(pool_of(settings)), ElementsAre("d2", "d1", "d9", "d7", "d3", "d8", "d5"));
}

TEST(RoundRobin, GivesEachRunATurnWhenAsked) {
  PoolSettings settings = settings_for(methods::kRoundRobin, 5);
  settings.by = TurnsOf::kRuns;
  EXPECT_THAT(documents_of(pool_of(settings)), ElementsAre("d2", "d1", "d3", "d9", "d7"));
}

TEST(RoundRobin, EndsWhenAllRunsHave) {
  const PoolTopic topic = pool_of(settings_for(methods::kRoundRobin, 100));
  EXPECT_EQ(topic.items.size(), 11U);
  EXPECT_THAT(topic.reach, ElementsAre(4, 3, 6, 1));
}

TEST(Depth, TakesTheTopOfEveryRun) {
  const PoolTopic topic = pool_of(settings_for(methods::kDepth, 2));
  EXPECT_THAT(documents_of(topic), ElementsAre("d1", "d2", "d9", "d5", "d7"));
  EXPECT_THAT(turns_of(topic), ElementsAre(kA1, kB1, kC1, kA2, kB1));
  EXPECT_THAT(topic.reach, ElementsAre(2, 2, 2, 1));
}

TEST(MoveToFront, StaysWithARunThatGivesRelevantDocuments) {
  EXPECT_THAT(played(settings_for(methods::kMoveToFront, 100)),
              ElementsAre("d7", "d8", "d5", "d10", "d6", "d3", "d4", "d11"));
}

TEST(MaxMean, PlaysTheLargestMean) {
  EXPECT_THAT(played(settings_for(methods::kMaxMean, 100)),
              ElementsAre("d7", "d8", "d10", "d11", "d5", "d6", "d3", "d4"));
}

TEST(MaxMean, LearnsAboutAllRunsThatReturnedADocument) {
  PoolSettings settings = settings_for(methods::kMaxMean, 100);
  settings.credit = Credit::kAll;
  EXPECT_THAT(played(settings), ElementsAre("d7", "d8", "d10", "d3", "d4", "d11", "d5", "d6"));
}

TEST(MaxMeanNonStationary, GoesByTheLastDocumentAlone) {
  EXPECT_THAT(played(settings_for(methods::kMaxMeanNonStationary, 100)),
              ElementsAre("d7", "d8", "d5", "d10", "d11", "d6", "d3", "d4"));
}

TEST(MaxMeanNonStationary, IsMaxMeanWhereNothingIsForgotten) {
  PoolSettings settings = settings_for(methods::kMaxMeanNonStationary, 100);
  settings.rho = 1;
  EXPECT_EQ(played(settings), played(settings_for(methods::kMaxMean, 100)));
}

TEST(Adaptive, EndsAtItsSize) {
  EXPECT_THAT(played(settings_for(methods::kMaxMean, 6)), ElementsAre("d7", "d8", "d10"));
}

/// All documents of a topic that nobody has judged count as not relevant: MTF then takes the runs in turn.
TEST(Adaptive, StopsAfterAStepOfUnjudgedDocuments) {
  const ToyRuns runs = toy();
  const PoolSettings settings = settings_for(methods::kMoveToFront, 100);
  Diagnostics said;
  const Pool base = build_pool(runs.source(), settings, {}, said);
  const Judgements nothing;
  PoolGrowth growth;
  growth.judgements = &nothing;
  growth.step = 3;
  const Pool pool = extend_pool(base, runs.source(), settings, growth, said);
  // a2 has not been played; then b1, a2 and a1 are level, in this order.
  EXPECT_THAT(documents_of(pool.topics[0]), ElementsAre("d1", "d2", "d9", "d5", "d7", "d6"));
  EXPECT_EQ(pool.batch, 2U);
}

TEST(Adaptive, TakesTheSameDocumentsInManyStepsAsInOne) {
  for (const PoolMethod* method : all_methods()) {
    if (!method->adaptive()) continue;
    const ToyRuns runs = toy();
    const PoolSettings all = settings_for(*method, 100);
    Diagnostics said;
    Pool pool = build_pool(runs.source(), all, {}, said);
    const auto judged = truth();
    PoolGrowth growth;
    growth.judgements = judged.get();
    growth.step = 1;
    for (std::size_t size = 4; size <= 11; ++size) {
      PoolSettings settings = all;
      settings.size = size;
      pool = extend_pool(pool, runs.source(), settings, growth, said);
      EXPECT_EQ(pool.topics[0].items.size(), size);
      EXPECT_EQ(pool.batch, size - 2);
    }
    const Documents stepwise = documents_of(pool.topics[0]);
    EXPECT_EQ(Documents(stepwise.begin() + 3, stepwise.end()), played(all)) << method->name;
  }
}

/// Thompson sampling as its definition has it, with draws by sorting.
Documents naive_thompson() {
  const std::vector<std::pair<std::string, Documents>> lists{{"b1", {"d2", "d7", "d1", "d8", "d10", "d11"}},
                                                             {"a2", {"d1", "d5", "d6"}},
                                                             {"a1", {"d1", "d2", "d3", "d4"}},
                                                             {"c1", {"d9"}}};
  const std::set<std::string> relevant{"d2", "d3", "d7"};
  // What the first documents taught: d1 was a1's, d2 b1's, d9 c1's.
  std::vector<int> rel{1, 0, 0, 0};
  std::vector<int> ret{1, 0, 1, 1};
  std::set<std::string> pool{"d1", "d2", "d9"};
  Documents order;
  for (;;) {
    double best = -1;
    std::size_t arm = 0;
    std::string document;
    for (std::size_t i = 0; i < lists.size(); ++i) {
      const auto next =
          std::ranges::find_if(lists[i].second, [&](const auto& doc) { return !pool.contains(doc); });
      if (next == lists[i].second.end()) continue;
      const std::uint64_t seed = std::stoull(sha256("1\tt\t" + lists[i].first).substr(0, 16), nullptr, 16);
      stats::RandomStream random(seed, pool.size());
      std::vector<double> draws(static_cast<std::size_t>(ret[i]) + 1);
      for (double& draw : draws) draw = random.uniform();
      std::ranges::sort(draws);
      const double value = draws[static_cast<std::size_t>(rel[i])];
      if (value <= best) continue;
      best = value;
      arm = i;
      document = *next;
    }
    if (best < 0) return order;
    ++ret[arm];
    rel[arm] += relevant.contains(document) ? 1 : 0;
    pool.insert(document);
    order.push_back(document);
  }
}

TEST(Thompson, PlaysTheLargestDraw) {
  EXPECT_EQ(played(settings_for(methods::kThompson, 100)), naive_thompson());
}

TEST(Methods, AreFoundByName) {
  for (const PoolMethod* method : all_methods()) EXPECT_EQ(find_method(method->name), method);
  EXPECT_EQ(find_method("nine"), nullptr);
}

}  // namespace
}  // namespace fovea::pools
