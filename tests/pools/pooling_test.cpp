// What holds for every pool, on random worlds; budgets, sizes and documents that are not there.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <map>
#include <set>

#include "judgements/judgement_file.h"
#include "pools/pool_file.h"
#include "toy.h"

namespace fovea::pools {
namespace {

using testing::ElementsAre;

constexpr int kUniverse = 30;

/// Some documents in random order, `least` of them at least.
Documents random_list(int least) {
  std::vector<int> numbers(kUniverse);
  for (int i = 0; i < kUniverse; ++i) numbers[static_cast<std::size_t>(i)] = i;
  for (std::size_t i = numbers.size(); i > 1; --i)
    std::swap(numbers[i - 1], numbers[*rc::gen::inRange<std::size_t>(0, i)]);
  numbers.resize(static_cast<std::size_t>(*rc::gen::inRange(least, kUniverse + 1)));
  Documents out;
  for (const int number : numbers) out.push_back("d" + std::to_string(number));
  return out;
}

/// Runs of groups g0 … g2 over one or two topics.
void add_random(ToyRuns& runs, int count, const std::string& prefix, int least = 0) {
  for (int i = 0; i < count; ++i) {
    std::map<std::string, Documents> topics;
    for (const char* topic : {"1", "2"}) topics[topic] = random_list(least);
    runs.add(prefix + std::to_string(i), "g" + std::to_string(*rc::gen::inRange(0, 3)), topics);
  }
}

PoolSettings random_settings() {
  PoolSettings settings;
  settings.method =
      *rc::gen::elementOf(std::vector<const PoolMethod*>(all_methods().begin(), all_methods().end()));
  settings.size = static_cast<std::size_t>(*rc::gen::inRange(1, kUniverse));
  settings.depth = static_cast<std::size_t>(*rc::gen::inRange(1, 12));
  settings.base = static_cast<std::size_t>(*rc::gen::inRange(1, 4));
  settings.finish_round = *rc::gen::arbitrary<bool>();
  settings.by = *rc::gen::element(TurnsOf::kGroups, TurnsOf::kRuns);
  settings.seed = *rc::gen::inRange<std::uint64_t>(0, 1000);
  return settings;
}

/// Origins and reach by looking at the runs' lists.
void check_bookkeeping(const Pool& pool, const PoolSource& source) {
  for (const PoolTopic& topic : pool.topics) {
    std::set<std::string> documents;
    for (const PoolItem& item : topic.items) RC_ASSERT(documents.insert(item.doc).second);
    std::map<std::string, std::vector<Origin>> origins;
    for (std::uint32_t r = 0; r < source.runs.size(); ++r) {
      for (std::size_t t = 0; t < source.runs[r]->topics(); ++t) {
        if (source.runs[r]->topic(t) != topic.id) continue;
        TopicResults results;
        Diagnostics said;
        source.runs[r]->read(t, results, said);
        for (std::uint32_t rank = 1; rank <= results.results.size(); ++rank) {
          const std::string doc(results.results[rank - 1].doc);
          origins[doc].push_back({r, rank});
          // Everything within reach is in the pool.
          if (rank <= topic.reach[r]) RC_ASSERT(documents.contains(doc));
        }
      }
    }
    for (const PoolItem& item : topic.items) {
      RC_ASSERT(item.origins == origins[item.doc]);
      const auto by = std::ranges::find(item.origins, item.by, &Origin::run);
      RC_ASSERT(by != item.origins.end());
      RC_ASSERT(contributed(topic, *by));
    }
  }
}

RC_GTEST_PROP(Pools, AreTheSameBytesOnAnyNumberOfCores, ()) {
  ToyRuns runs;
  add_random(runs, *rc::gen::inRange(1, 6), "r");
  const PoolSettings settings = random_settings();
  Diagnostics said;
  const Pool pool = build_pool(runs.source(), settings, {}, said);
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  RC_ASSERT(to_json_lines(build_pool(runs.source(), settings, {}, said)) == to_json_lines(pool));
  check_bookkeeping(pool, runs.source());
}

RC_GTEST_PROP(Pools, GiveAGroupNoMoreTurnsForMoreRuns, ()) {
  // Runs that return everything: no group runs dry.
  ToyRuns runs;
  add_random(runs, *rc::gen::inRange(2, 6), "r", kUniverse);
  PoolSettings settings = random_settings();
  settings.method = &methods::kRoundRobin;
  settings.by = TurnsOf::kGroups;
  const auto turns = [](const Pool& pool, const std::string& group) {
    std::size_t count = 0;
    for (const PoolTopic& topic : pool.topics) {
      for (const PoolItem& item : topic.items) count += pool.runs[item.by].group == group ? 1 : 0;
    }
    return count;
  };
  Diagnostics said;
  const std::string group = runs.pooled().front().group;
  const std::size_t before = turns(build_pool(runs.source(), settings, {}, said), group);
  const int more = *rc::gen::inRange(1, 5);
  for (int i = 0; i < more; ++i) {
    runs.add("more" + std::to_string(i), group,
             {{"1", random_list(kUniverse)}, {"2", random_list(kUniverse)}});
  }
  RC_ASSERT(turns(build_pool(runs.source(), settings, {}, said), group) <= before);
}

RC_GTEST_PROP(Pools, KeepEveryRowWhenExtended, ()) {
  ToyRuns runs;
  add_random(runs, *rc::gen::inRange(1, 5), "r");
  PoolSettings settings = random_settings();
  Diagnostics said;
  const Pool before = build_pool(runs.source(), settings, {}, said);
  add_random(runs, *rc::gen::inRange(0, 3), "s");
  settings.size += static_cast<std::size_t>(*rc::gen::inRange(0, 10));
  settings.depth += static_cast<std::size_t>(*rc::gen::inRange(0, 5));
  const Judgements nothing;
  PoolGrowth growth;
  growth.judgements = &nothing;
  growth.step = static_cast<std::size_t>(*rc::gen::inRange(0, 5));
  const Pool after = extend_pool(before, runs.source(), settings, growth, said);
  check_bookkeeping(after, runs.source());
  RC_ASSERT(after.topics.size() >= before.topics.size());
  for (std::size_t t = 0; t < before.topics.size(); ++t) {
    const PoolTopic& old = before.topics[t];
    const PoolTopic& now = after.topics[t];
    RC_ASSERT(now.id == old.id);
    RC_ASSERT(now.items.size() >= old.items.size());
    for (std::size_t i = 0; i < now.items.size(); ++i) {
      RC_ASSERT(now.items[i].batch == (i < old.items.size() ? 1U : 2U));
      if (i >= old.items.size()) continue;
      RC_ASSERT(now.items[i].doc == old.items[i].doc);
      RC_ASSERT(now.items[i].by == old.items[i].by);
      std::vector<Origin> known = now.items[i].origins;
      std::erase_if(known, [&](const Origin& origin) { return origin.run >= before.runs.size(); });
      RC_ASSERT(known == old.items[i].origins);
    }
    for (std::size_t r = 0; r < old.reach.size(); ++r) RC_ASSERT(now.reach[r] >= old.reach[r]);
    // Of a fixed order, the pool holds all that the new options would give from nothing.
    if (settings.method->adaptive()) continue;
    const Pool fresh = build_pool(runs.source(), settings, {}, said);
    const Documents all = documents_of(now);
    for (const std::string& doc : documents_of(*fresh.find(now.id)))
      RC_ASSERT(std::ranges::count(all, doc) == 1);
  }
}

RC_GTEST_PROP(Pools, ThatGoOnTopicByTopicAreThoseThatAreExtended, ()) {
  ToyRuns runs;
  add_random(runs, *rc::gen::inRange(1, 5), "r", 1);
  PoolSettings settings = random_settings();
  settings.method = *rc::gen::element(&methods::kMoveToFront, &methods::kMaxMean, &methods::kThompson,
                                      &methods::kMaxMeanNonStationary);
  Diagnostics said;
  GrowingPool growing(build_pool(runs.source(), settings, {}, said), runs.source(), said);
  for (int i = 0; i < 8; ++i) {
    const Pool before = growing.pool();
    const std::string topic = *rc::gen::element<std::string>("1", "2");
    // Any verdicts on what is in the pool.
    std::string rows;
    for (const PoolItem& item : before.find(topic)->items) {
      const int verdict = *rc::gen::inRange(0, 3);
      if (verdict < 2) rows += topic + " 0 " + item.doc + " " + std::to_string(verdict) + "\n";
    }
    const auto judgements = read_judgements(InputFile::copy_of("j", rows + "9 0 x 1\n"), {}, said);
    RC_ASSERT(judgements.has_value());
    PoolGrowth growth;
    growth.judgements = &*judgements;
    growth.step = static_cast<std::size_t>(*rc::gen::inRange(1, 6));
    const Pool extended = extend_pool(before, runs.source(), before.settings, growth, said);
    const std::size_t added = growing.grow(topic, *judgements, growth.step);
    RC_ASSERT(added <= growth.step);
    RC_ASSERT(*growing.pool().find(topic) == *extended.find(topic));
    const std::string other = topic == "1" ? "2" : "1";
    RC_ASSERT(*growing.pool().find(other) == *before.find(other));
    RC_ASSERT(growing.pool().batch == before.batch + (added > 0 ? 1U : 0U));
  }
  RC_ASSERT(growing.grow("9", Judgements(), 3) == 0U);
}

RC_GTEST_PROP(Pools, AreReadBackEqual, ()) {
  ToyRuns runs;
  add_random(runs, *rc::gen::inRange(1, 5), "r\"\t\xc3\xa9");
  Diagnostics said;
  PoolGrowth growth;
  if (*rc::gen::arbitrary<bool>()) growth.sizes["1"] = 3;
  Pool pool = build_pool(runs.source(), random_settings(), growth, said);
  pool.collection = "some where/c.fovea";
  const std::string written = to_json_lines(pool);
  const auto read = read_pool(InputFile::from_memory("pool", written), said);
  RC_ASSERT(read.has_value());
  RC_ASSERT(read->topics == pool.topics);
  RC_ASSERT(read->runs == pool.runs);
  RC_ASSERT(to_json_lines(*read) == written);
}

RC_GTEST_PROP(Budget, IsTheLargestThatFits, ()) {
  ToyRuns runs;
  add_random(runs, *rc::gen::inRange(1, 5), "r");
  PoolSettings settings = random_settings();
  settings.method = *rc::gen::element(&methods::kRoundRobin, &methods::kDepth);
  PoolGrowth growth;
  growth.budget = static_cast<std::size_t>(*rc::gen::inRange(0, 2 * kUniverse));
  Diagnostics said;
  const Pool pool = build_pool(runs.source(), settings, growth, said);
  RC_ASSERT(pool.items() <= *growth.budget);
  PoolSettings larger = pool.settings;
  ++larger.size;
  ++larger.depth;
  const Pool next = build_pool(runs.source(), larger, {}, said);
  RC_ASSERT(next.items() > *growth.budget || next.items() == pool.items());
}

TEST(Sizes, AreForSingleTopics) {
  ToyRuns runs;
  runs.add("a", "A", {{"1", {"d1", "d2", "d3"}}, {"2", {"d1", "d2", "d3"}}});
  PoolSettings settings;
  settings.method = &methods::kRoundRobin;
  settings.size = 2;
  Diagnostics said;
  PoolGrowth growth;
  growth.sizes = read_sizes(InputFile::from_memory("sizes", "1\t1\n9\t5\n"), said);
  const Pool pool = build_pool(runs.source(), settings, growth, said);
  EXPECT_EQ(pool.topics[0].items.size(), 1U);
  EXPECT_EQ(pool.topics[1].items.size(), 2U);
  ASSERT_EQ(said.kept().size(), 1U);
  EXPECT_EQ(said.kept()[0].message, "no run answers topic '9', for which a size is given");
}

TEST(Sizes, ThatAreNoneAreReported) {
  Diagnostics said;
  read_sizes(InputFile::from_memory("sizes", "1\t5\n2 5\n3\tmany\n1\t6\n"), said);
  ASSERT_EQ(said.kept().size(), 3U);
  EXPECT_EQ(to_string(said.kept()[0]), "sizes:2: found '2 5', expected a topic, a tab and a number");
  EXPECT_EQ(to_string(said.kept()[1]), "sizes:3: found '3\\x09many', expected a topic, a tab and a number");
  EXPECT_EQ(to_string(said.kept()[2]), "sizes:4: found topic '1' again, expected one size per topic");
}

TEST(Lists, HoldDocumentsAtTheirFirstOccurrence) {
  const std::vector<ResultRow> rows{{.topic = "t", .doc = "b", .span = Span{0, 5}},
                                    {.topic = "t", .doc = "a", .span = Span{0, 5}},
                                    {.topic = "t", .doc = "b", .span = Span{7, 9}},
                                    {.topic = "t", .doc = "c", .span = Span{0, 5}}};
  const fovea::Run run = make_run("r", rows);
  const std::vector<const fovea::Run*> runs{&run};
  Diagnostics said;
  const auto lists = read_lists(runs, said);
  ASSERT_EQ(lists.size(), 1U);
  EXPECT_THAT(lists[0].lists[0], ElementsAre(0, 1, 2));
  EXPECT_THAT(lists[0].documents, ElementsAre("b", "a", "c"));
}

}  // namespace
}  // namespace fovea::pools
