// Evaluation in shards: any partition, any merge tree, empty and repeated shards give the scores of one machine.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "evaluate/evaluation.h"
#include "evaluate/shards/shard_scores.h"
#include "evaluate/shards/shard_state.h"
#include "evaluate/shards/shard_table.h"
#include "files/arrow_table.h"
#include "files/corrupt_file.h"
#include "fovea.h"
#include "judgements/judgements.h"
#include "measures/measure_name.h"

namespace fovea {
namespace {

using testing::HasSubstr;

constexpr const char* kPlan = R"({"judgements":"x","measures":["AP"],"version":"1"})";

/// Judgements, and the results of some runs by run and topic.
struct World {
  explicit World(std::uint64_t seed) : random(seed) {
    for (int t = 0; t < 30; ++t) topics.push_back("t" + std::to_string(pick(200)));
    std::set<std::string> once(topics.begin(), topics.end());
    topics.assign(once.begin(), once.end());
    std::ranges::shuffle(topics, random);
    for (int d = 0; d < 12; ++d) documents.push_back("d" + std::to_string(d));
    std::vector<JudgementRow> rows;
    for (const std::string& topic : topics) {
      for (const std::string& doc : documents) {
        if (pick(3) == 0) rows.push_back({.topic = topic, .doc = doc, .grade = pick(3)});
      }
    }
    judgements = make_judgements(rows, said);
    for (const char* name : {"beta", "alpha", "gamma"}) runs.push_back({name, {}});
    for (auto& [name, by_topic] : runs) {
      for (const std::string& topic : topics) {
        if (pick(5) == 0) continue;  // not answered
        std::vector<std::string> ranked = documents;
        std::ranges::shuffle(ranked, random);
        ranked.resize(static_cast<std::size_t>(pick(8)) + 1);
        by_topic.emplace_back(topic, ranked);
      }
      by_topic.emplace_back("unjudged-" + name, std::vector<std::string>{"d1"});
    }
    auto names = parse_measures(std::vector<std::string>{"AP", "P@5", "nDCG", "NumRel", "GMAP"}, said);
    options.measures = *names;
    options.topics_by_id = true;
    evaluation = Evaluation::make(*judgements, nullptr, options, said);
  }

  int pick(int below) { return static_cast<int>(random() % static_cast<std::uint64_t>(below)); }

  using Topics = std::vector<std::pair<std::string, std::vector<std::string>>>;
  static Run run_of(const std::string& name, const Topics& by_topic) {
    std::vector<ResultRow> rows;
    for (const auto& [topic, ranked] : by_topic) {
      for (const std::string& doc : ranked) rows.push_back({.topic = topic, .doc = doc});
    }
    return make_run(name, rows);
  }

  /// What one machine says, runs in the order of their names.
  Scores expected() {
    std::ranges::sort(runs, {}, [](const auto& run) { return run.first; });
    Scores all;
    for (const auto& [name, by_topic] : runs) {
      Scores scores = evaluation->evaluate(run_of(name, by_topic)).scores;
      scores.rename(0, {name, "runs"});
      all.runs().empty() ? void(all = std::move(scores)) : all.append(scores);
    }
    return all;
  }

  /// The states of a random partition into so many shards, some of which may be empty.
  std::vector<ShardState> partition(int shards) {
    std::vector<std::vector<std::pair<std::string, Topics>>> parts(static_cast<std::size_t>(shards));
    for (const auto& [name, by_topic] : runs) {
      for (const auto& topic : by_topic) {
        auto& part = parts[static_cast<std::size_t>(pick(shards))];
        auto found = std::ranges::find(part, name, [](const auto& run) { return run.first; });
        if (found == part.end()) found = part.insert(part.end(), {name, {}});
        found->second.push_back(topic);
      }
    }
    std::vector<ShardState> states;
    for (std::size_t s = 0; s < parts.size(); ++s) {
      std::vector<Run> opened;
      std::vector<ShardRun> given;
      for (const auto& [name, by_topic] : parts[s]) opened.push_back(run_of(name, by_topic));
      for (std::size_t r = 0; r < opened.size(); ++r) given.push_back({&opened[r], parts[s][r].first});
      states.push_back(evaluate_shard(*evaluation, kPlan, "shard-" + std::to_string(s), given));
    }
    return states;
  }

  std::mt19937_64 random;
  Diagnostics said;
  std::vector<std::string> topics, documents;
  std::shared_ptr<const Judgements> judgements;
  std::vector<std::pair<std::string, Topics>> runs;
  EvaluationOptions options;
  std::optional<Evaluation> evaluation;
};

std::optional<ShardState> merge_two(const ShardState& a, const ShardState& b, Diagnostics& said) {
  const std::vector<const ShardState*> both{&a, &b};
  return merge(both, said);
}

/// Merges states in a random order and tree.
ShardState merge_all(std::vector<ShardState> states, std::mt19937_64& random) {
  Diagnostics said;
  while (states.size() > 1) {
    std::ranges::shuffle(states, random);
    const std::size_t count = std::min<std::size_t>(states.size(), 2 + random() % 3);
    std::vector<const ShardState*> chosen;
    for (std::size_t i = 0; i < count; ++i) chosen.push_back(&states[i]);
    auto merged = merge(chosen, said);
    EXPECT_TRUE(merged) << (said.kept().empty() ? "" : said.kept().front().message);
    states.erase(states.begin(), states.begin() + static_cast<std::ptrdiff_t>(count));
    states.push_back(std::move(*merged));
  }
  return std::move(states.front());
}

void expect_same(const Scores& found, const Scores& expected) {
  ASSERT_EQ(found.runs().size(), expected.runs().size());
  ASSERT_TRUE(std::ranges::equal(found.topics(), expected.topics()));
  for (std::size_t r = 0; r < found.runs().size(); ++r) {
    EXPECT_EQ(found.runs()[r].name, expected.runs()[r].name);
    for (std::size_t m = 0; m < found.measures().size(); ++m) {
      EXPECT_EQ(found.summary(r, m), expected.summary(r, m)) << found.measures()[m].name;
      for (std::size_t t = 0; t < found.topics().size(); ++t) {
        EXPECT_EQ(found.value(r, t, m), expected.value(r, t, m)) << found.topics()[t];
      }
    }
  }
}

class RandomPartitions : public testing::TestWithParam<int> {};

TEST_P(RandomPartitions, GiveTheScoresOfOneMachineWhateverTheTree) {
  World world(static_cast<std::uint64_t>(GetParam()));
  const Scores expected = world.expected();
  std::string first;
  for (int shards : {1, 2, 7, 40}) {
    std::vector<ShardState> states = world.partition(shards);
    states.push_back(judged_shard(*world.evaluation, kPlan, "judgements"));
    // Some tasks are repeated, and some states have been stored and read again.
    for (std::size_t i = states.size(); i-- > 0;) {
      if (world.pick(3) == 0) states.push_back(shard_state_from_bytes(to_bytes(states[i])));
    }
    const ShardState all = merge_all(states, world.random);
    EXPECT_EQ(to_bytes(all), to_bytes(merge_all(states, world.random))) << "seed " << GetParam();
    const EvaluationOutcome outcome = finish(all, world.evaluation->scorer().columns(), false, "runs");
    expect_same(outcome.scores, expected);
    std::string remarks;
    for (const RunOutcome& run : outcome.runs) {
      for (const Diagnostic& one : run.remarks.kept()) remarks += to_string(one) + "\n";
    }
    EXPECT_THAT(remarks, HasSubstr("unjudged-alpha"));
    if (first.empty()) first = remarks;
    EXPECT_EQ(remarks, first) << "remarks must not depend on the partition";
  }
}
INSTANTIATE_TEST_SUITE_P(Seeds, RandomPartitions, testing::Range(1, 13));

TEST(Shards, CountAnsweredTopicsAloneWhereThatIsAsked) {
  World world(3);
  world.options.topics = CountedTopics::kAnswered;
  world.evaluation = Evaluation::make(*world.judgements, nullptr, world.options, world.said);
  const Scores expected = world.expected();
  std::vector<ShardState> states = world.partition(5);
  states.push_back(judged_shard(*world.evaluation, kPlan, "judgements"));
  const EvaluationOutcome outcome =
      finish(merge_all(states, world.random), world.evaluation->scorer().columns(), true, "runs");
  expect_same(outcome.scores, expected);
}

TEST(Shards, OfABrokenPartitionAreRefusedWithRunTopicAndBothShards) {
  World world(4);
  const auto a = World::run_of("mine", {{world.topics[0], {"d1"}}});
  const auto b = World::run_of("mine", {{world.topics[0], {"d2"}}});
  const std::vector<ShardRun> of_a{{&a, "mine"}};
  const std::vector<ShardRun> of_b{{&b, "mine"}};
  Diagnostics said;
  EXPECT_FALSE(merge_two(evaluate_shard(*world.evaluation, kPlan, "one", of_a),
                         evaluate_shard(*world.evaluation, kPlan, "two", of_b), said));
  ASSERT_EQ(said.kept().size(), 1U);
  EXPECT_EQ(said.kept()[0].code, "split-topic");
  EXPECT_THAT(said.kept()[0].message, HasSubstr("topic '" + world.topics[0] + "' of run 'mine'"));
  EXPECT_THAT(said.kept()[0].message, HasSubstr("'one' and 'two'"));
}

TEST(Shards, ThatComeTwiceWithDifferentRowsAreRefused) {
  World world(5);
  const auto a = World::run_of("mine", {{world.topics[0], {"d1"}}});
  const auto b = World::run_of("mine", {{world.topics[1], {"d2"}}, {world.topics[2], {"d2"}}});
  const std::vector<ShardRun> of_a{{&a, "mine"}};
  const std::vector<ShardRun> of_b{{&b, "mine"}};
  Diagnostics said;
  EXPECT_FALSE(merge_two(evaluate_shard(*world.evaluation, kPlan, "one", of_a),
                         evaluate_shard(*world.evaluation, kPlan, "one", of_b), said));
  EXPECT_EQ(said.count("unlike-shards"), 1U);
}

TEST(Shards, OfOtherPlansAreRefusedAndTheDifferenceIsNamed) {
  World world(6);
  const ShardState one = judged_shard(*world.evaluation, R"({"depth":5,"version":"1"})", "a");
  const ShardState other = judged_shard(*world.evaluation, R"({"depth":6,"version":"1"})", "b");
  Diagnostics said;
  EXPECT_FALSE(merge_two(one, other, said));
  EXPECT_EQ(said.count("other-plan"), 1U);
  EXPECT_THAT(said.kept()[0].message, HasSubstr("depth"));
}

TEST(Shards, CarryTheFaultsOfRunsHome) {
  World world(7);
  std::vector<ShardState> states = world.partition(3);
  Diagnostics fault;
  fault.error({"lost.parquet"}, "bad-shard", "found nothing, expected rows");
  states.push_back(failed_shard(world.evaluation->scorer().columns(), kPlan, "lost", fault));
  states.push_back(judged_shard(*world.evaluation, kPlan, "judgements"));
  const EvaluationOutcome outcome =
      finish(merge_all(states, world.random), world.evaluation->scorer().columns(), false, "runs");
  EXPECT_EQ(outcome.fault, EvaluationFault::kInput);
  EXPECT_EQ(outcome.reason.errors(), 1U);
  EXPECT_EQ(outcome.reason.kept().back().place.file, "lost.parquet");
}

TEST(Shards, KeepTheFirstMessagesByFileAndLineWhateverTheTree) {
  World world(11);
  std::vector<ShardState> states = world.partition(3);
  for (int file = 0; file < 4; ++file) {
    Diagnostics said(1000);
    for (std::uint64_t line = 40; line > 0; --line)
      said.error({"f" + std::to_string(file), line}, "bad-row", "found nothing, expected a row");
    states.push_back(
        failed_shard(world.evaluation->scorer().columns(), kPlan, "lost-" + std::to_string(file), said));
  }
  states.push_back(states.back());  // repeated
  const ShardState all = merge_all(states, world.random);
  for (int round = 0; round < 5; ++round) EXPECT_EQ(to_bytes(all), to_bytes(merge_all(states, world.random)));
  ASSERT_EQ(all.messages.size(), Diagnostics::kDefaultKeep);
  for (std::size_t i = 0; i < all.messages.size(); ++i) {
    const Place& place = all.messages[i].diagnostic.place;
    EXPECT_EQ(place.file + ":" + std::to_string(place.line),
              "f" + std::to_string(i / 40) + ":" + std::to_string(i % 40 + 1));
  }
  std::uint64_t counted = 0;
  for (const ShardMessageCount& count : all.message_counts) counted += count.count;
  EXPECT_EQ(counted, 160U);
}

TEST(Shards, PartsOfARunAreMergedAsStatesAre) {
  World world(12);
  const std::vector<ShardState> states = world.partition(5);
  const ShardState all = merge_all(states, world.random);
  for (std::int32_t run = 0; run < static_cast<std::int32_t>(all.runs.size()); ++run) {
    std::vector<ShardState> parts;
    for (const ShardState& state : states) {
      const auto own = std::ranges::find(state.runs, all.runs[static_cast<std::size_t>(run)]);
      if (own != state.runs.end())
        parts.push_back(part_of(state, static_cast<std::int32_t>(own - state.runs.begin())));
    }
    EXPECT_EQ(to_bytes(merge_all(parts, world.random)), to_bytes(part_of(all, run)));
  }
}

TEST(Shards, ARunThatSharesNoTopicHasNothingInCommon) {
  World world(8);
  const auto run = World::run_of("strange", {{"nowhere", {"d1"}}});
  const std::vector<ShardRun> given{{&run, "strange"}};
  Diagnostics said;
  const auto all = merge_two(evaluate_shard(*world.evaluation, kPlan, "one", given),
                             judged_shard(*world.evaluation, kPlan, "judgements"), said);
  ASSERT_TRUE(all);
  const EvaluationOutcome outcome = finish(*all, world.evaluation->scorer().columns(), false, "runs");
  ASSERT_EQ(outcome.runs.size(), 1U);
  EXPECT_EQ(outcome.runs[0].kind, RunOutcomeKind::kNothingInCommon);
  EXPECT_THAT(outcome.runs[0].diagnostics.kept()[0].message, HasSubstr("nowhere"));
}

TEST(ShardState, SurvivesArrowAndBytes) {
  World world(9);
  std::vector<ShardState> states = world.partition(4);
  states.push_back(judged_shard(*world.evaluation, kPlan, "judgements"));
  const auto all = std::make_shared<const ShardState>(merge_all(states, world.random));
  ArrowArrayStream stream{};
  export_state(all, stream);
  Diagnostics said;
  const auto table = ArrowTable::read(stream, "state", said);
  ASSERT_TRUE(table) << said.kept().front().message;
  EXPECT_EQ(table->rows(), all->rows.size());
  const auto back = state_of_table(*table, said);
  ASSERT_TRUE(back) << said.kept().front().message;
  EXPECT_EQ(to_bytes(*back), to_bytes(*all));
  EXPECT_EQ(to_bytes(shard_state_from_bytes(to_bytes(*all))), to_bytes(*all));
}

TEST(ShardState, RefusesDamagedBytes) {
  World world(10);
  const std::string bytes = to_bytes(judged_shard(*world.evaluation, kPlan, "judgements"));
  for (std::size_t size = 0; size < bytes.size(); size += 7)
    EXPECT_THROW(shard_state_from_bytes(bytes.substr(0, size)), CorruptFile) << size;
  EXPECT_THROW(shard_state_from_bytes(bytes + "x"), CorruptFile);
}

}  // namespace
}  // namespace fovea
