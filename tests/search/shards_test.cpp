// Shards: any partition of the documents answers as one index.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "queries.h"
#include "search/index/statistics.h"
#include "search/session/expansion.h"
#include "world.h"

namespace fovea::search {
namespace {

std::vector<Index> build_shards(const TemporaryFolder& folder, std::uint64_t shards, BuildOptions options) {
  std::vector<Index> parts;
  for (std::uint64_t i = 1; i <= shards; ++i) {
    options.shard = {i, shards};
    parts.push_back(build(folder, folder / "c", options, "part" + std::to_string(i)));
  }
  return parts;
}

QueryCounts count_in(const std::vector<Index>& parts, const Query& query) {
  QueryCounts counts = count(parts.front(), query);
  for (std::size_t i = 1; i < parts.size(); ++i)
    counts = merge(counts_from_bytes(to_bytes(count(parts[i], query))), counts);
  return counts;
}

Partial answer_in(const std::vector<Index>& parts, const Query& query, const QueryCounts& counts,
                  const Pipeline& pipeline) {
  Partial best;
  for (const Index& part : parts)
    best = merge(partial_from_bytes(to_bytes(answer(part, query, counts, pipeline))), best, pipeline);
  return best;
}

TEST(Shards, AnswerAsOneIndex) {
  std::mt19937_64 random(test_seed());
  const TemporaryFolder folder;
  store(folder / "c", random_documents(random, 200, 40));
  const Index whole = build(folder, folder / "c", {}, "whole");
  for (std::uint64_t shards = 1; shards <= 8; ++shards) {
    std::vector<Index> parts = build_shards(folder, shards, {});
    std::ranges::shuffle(parts, random);
    for (int round = 0; round < 15; ++round) {
      const Pipeline pipeline = random_pipeline(random);
      const Query query = query_of(whole, random_query(random, 40), pipeline);
      const QueryCounts counts = count_in(parts, query);
      ASSERT_EQ(counts, count(whole, query));
      ASSERT_EQ(finish(answer_in(parts, query, counts, pipeline), query, pipeline),
                finish(answer(whole, query, counts, pipeline), query, pipeline));
    }
  }
}

/// The terms and their weights.
std::vector<std::pair<std::string, double>> weights_of(const Query& query) {
  std::vector<std::pair<std::string, double>> weights;
  for (const QueryTerm& term : query.terms) weights.emplace_back(term.text(), term.weight);
  return weights;
}

TEST(Shards, ExpandAsOneIndex) {
  std::mt19937_64 random(test_seed());
  const TemporaryFolder folder;
  store(folder / "c", random_documents(random, 150, 100));
  const Index whole = build(folder, folder / "c", {}, "whole");
  const std::vector<Index> parts = build_shards(folder, 4, {});
  Diagnostics diagnostics;
  const auto collection = Collection::open(folder / "c", diagnostics);
  for (const std::string kind : {"rm3", "kl", "rocchio", "ngrams"}) {
    const Pipeline pipeline = pipeline_of({"articles.expand=" + kind + "(docs=6, terms=5)"});
    const Query query = query_of(whole, "w1 w5 w20", pipeline);
    const QueryCounts counts = count(whole, query);
    const Partial best = answer(whole, query, counts, pipeline);
    const auto expanded = [&](const std::vector<Index>& indexes) {
      Feedback lent;
      for (const Index& index : indexes) {
        const Feedback own = feedback(index, *collection, best.articles, pipeline.expansion.documents);
        EXPECT_EQ(feedback_from_bytes(to_bytes(own)), own);
        lent = merge(own, lent);
      }
      EXPECT_EQ(lent.documents.size(), 6U);
      const Query asked = terms_to_count(lent, pipeline.expansion);
      const QueryCounts counted = count_in(indexes, asked);
      return expand(query, pipeline.expansion, lent, counts, {asked, counted}, false);
    };
    std::vector<Index> single;
    Diagnostics said;
    single.push_back(std::move(*Index::open(folder / "whole", said)));
    EXPECT_EQ(weights_of(expanded(parts)), weights_of(expanded(single))) << kind;
  }
}

TEST(Shards, HaveTheImpactsOfOneIndexWhenBuiltWithStatistics) {
  std::mt19937_64 random(test_seed());
  const TemporaryFolder folder;
  store(folder / "c", random_documents(random, 250, 60));
  BuildOptions options;
  options.impact_bits = 6;
  const Index whole = build(folder, folder / "c", options, "whole");
  for (const std::uint64_t shards : {1U, 2U, 5U}) {
    std::vector<Index> parts = build_shards(folder, shards, {});
    std::vector<const Index*> pointers;
    for (const Index& part : parts) pointers.push_back(&part);
    Diagnostics diagnostics;
    ASSERT_TRUE(write_statistics(pointers, folder / "s", true, diagnostics));
    const auto statistics = Statistics::open(folder / "s", diagnostics);
    ASSERT_TRUE(statistics);
    BuildOptions with = options;
    with.statistics = &*statistics;
    parts = build_shards(folder, shards, with);
    pointers.clear();
    for (const Index& part : parts) pointers.push_back(&part);
    for (const std::string limit : {"0", "1", "5", "40"}) {
      const Pipeline pipeline = pipeline_of({"articles.model=impacts", "articles.K=" + limit});
      EXPECT_TRUE(can_serve(pointers, pipeline, diagnostics));
      for (int round = 0; round < 12; ++round) {
        const Query query = query_of(whole, random_query(random, 60), pipeline);
        const QueryCounts counts = count_in(parts, query);
        ASSERT_EQ(counts, count(whole, query));
        ASSERT_EQ(finish(answer_in(parts, query, counts, pipeline), query, pipeline),
                  finish(answer(whole, query, counts, pipeline), query, pipeline));
      }
    }
    for (const Diagnostic& said : diagnostics.kept()) ADD_FAILURE() << to_string(said);
  }
}

TEST(Shards, SayThatRhoIsOutsideThePromise) {
  std::mt19937_64 random(test_seed());
  const TemporaryFolder folder;
  store(folder / "c", random_documents(random, 60, 30));
  BuildOptions options;
  options.impact_bits = 6;
  const Index whole = build(folder, folder / "c", options, "whole");
  Diagnostics diagnostics;
  ASSERT_TRUE(write_statistics({&whole}, folder / "s", true, diagnostics));
  const auto statistics = Statistics::open(folder / "s", diagnostics);
  options.statistics = &*statistics;
  const std::vector<Index> parts = build_shards(folder, 2, options);
  const Pipeline limited = pipeline_of({"articles.model=impacts", "articles.rho=50"});
  EXPECT_TRUE(can_serve({&parts[0], &parts[1]}, limited, diagnostics));
  EXPECT_EQ(diagnostics.count("rho-in-shards"), 1U);
  // Alone, or without rho, there is nothing to say.
  Diagnostics silent;
  EXPECT_TRUE(can_serve({&whole}, limited, silent));
  EXPECT_TRUE(can_serve({&parts[0], &parts[1]}, pipeline_of({"articles.model=impacts"}), silent));
  EXPECT_TRUE(silent.kept().empty());
}

TEST(Shards, RefuseImpactsWithStatisticsOfTheirOwnAndStatisticsOfOthers) {
  std::mt19937_64 random(test_seed());
  const TemporaryFolder folder;
  store(folder / "c", random_documents(random, 60, 30));
  BuildOptions options;
  options.impact_bits = 6;
  const std::vector<Index> parts = build_shards(folder, 2, options);
  Diagnostics diagnostics;
  EXPECT_FALSE(can_serve({&parts[0], &parts[1]}, pipeline_of({"articles.model=impacts"}), diagnostics));
  EXPECT_EQ(diagnostics.kept().front().code, "several-impacts");
  // Statistics of one shard do not cover the other.
  ASSERT_TRUE(write_statistics({&parts[0]}, folder / "s", false, diagnostics));
  const auto statistics = Statistics::open(folder / "s", diagnostics);
  options.statistics = &*statistics;
  Diagnostics refused;
  const auto collection = Collection::open(folder / "c", refused);
  EXPECT_FALSE(build_index(*collection, folder / "other", options, refused));
  EXPECT_EQ(refused.kept().front().code, "other-statistics");
  EXPECT_FALSE(std::filesystem::exists(folder / "other"));
  // Any flipped byte of the statistics is found.
  std::string bytes = read_whole(folder / "s");
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    bytes[i] = static_cast<char>(bytes[i] ^ 4);
    std::ofstream(folder / "flipped", std::ios::binary) << bytes;
    Diagnostics said;
    const auto opened = Statistics::open(folder / "flipped", said);
    EXPECT_TRUE(!opened || opened->range().documents == parts[0].documents()) << i;
    bytes[i] = static_cast<char>(bytes[i] ^ 4);
  }
}

}  // namespace
}  // namespace fovea::search
