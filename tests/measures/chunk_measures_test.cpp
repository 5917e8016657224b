// Chunks as units against a naive evaluator, which looks at every character, on thousands of small random topics.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "files/input.h"
#include "measures/families.h"
#include "measures/views/topic_view.h"
#include "runs/chunking.h"

namespace fovea {
namespace {

using Chunked = std::tuple<std::string, int, int>;  ///< document, begin, end

/// Two documents of 30 characters, some highlighted stretches, a chunking, and chunks of it retrieved.
struct ChunkWorld {
  std::map<std::string, std::set<int>> highlighted;
  std::vector<Chunked> chunks;
  std::vector<Chunked> retrieved;

  explicit ChunkWorld(unsigned seed) {
    std::mt19937 random(seed);
    const auto pick = [&](int low, int high) {
      return std::uniform_int_distribution<int>(low, high)(random);
    };
    for (const std::string doc : {"a", "b"}) {
      for (int n = pick(0, 3); n > 0; --n) {
        const int begin = pick(0, 28);
        for (int at = begin; at < pick(begin + 1, 30); ++at) highlighted[doc].insert(at);
      }
      for (int begin = 0; begin < 30;) {
        const int end = std::min(30, begin + pick(1, 9));
        chunks.emplace_back(doc, begin, end);
        begin = std::max(begin + 1, end - pick(0, 2));
      }
    }
    for (int n = pick(0, 8); n > 0; --n) {
      retrieved.push_back(chunks[static_cast<std::size_t>(pick(0, static_cast<int>(chunks.size()) - 1))]);
    }
  }

  /// The stretches of highlighted text of a document.
  std::vector<std::set<int>> references(const std::string& doc) const {
    std::vector<std::set<int>> out;
    const auto found = highlighted.find(doc);
    if (found == highlighted.end()) return out;
    for (const int at : found->second) {
      if (out.empty() || !out.back().contains(at - 1)) out.emplace_back();
      out.back().insert(at);
    }
    return out;
  }

  bool relevant(const Chunked& chunk, double share, double part) const {
    const auto& [doc, begin, end] = chunk;
    int found = 0;
    bool whole = false;
    for (const std::set<int>& reference : references(doc)) {
      int common = 0;
      for (int at = begin; at < end; ++at) common += reference.contains(at) ? 1 : 0;
      found += common;
      if (common > 0 && common >= part * static_cast<double>(reference.size())) whole = true;
    }
    return whole && found > share * (end - begin);
  }

  std::vector<bool> flags(double share, double part) const {
    std::vector<bool> out;
    std::set<Chunked> seen;
    for (const Chunked& chunk : retrieved) {
      out.push_back(relevant(chunk, share, part) && seen.insert(chunk).second);
    }
    return out;
  }

  std::size_t count(double share, double part) const {
    std::set<Chunked> all;
    for (const Chunked& chunk : chunks) {
      if (relevant(chunk, share, part)) all.insert(chunk);
    }
    return all.size();
  }
};

double naive_hit(const std::vector<bool>& flags, std::size_t k) {
  for (std::size_t i = 0; i < std::min(k, flags.size()); ++i) {
    if (flags[i]) return 1;
  }
  return 0;
}

double naive_rr(const std::vector<bool>& flags) {
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (flags[i]) return 1.0 / static_cast<double>(i + 1);
  }
  return 0;
}

double naive_ap(const std::vector<bool>& flags, std::size_t all) {
  double sum = 0;
  double found = 0;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (flags[i]) sum += ++found / static_cast<double>(i + 1);
  }
  return all == 0 ? 0 : sum / static_cast<double>(all);
}

double naive_ndcg(const std::vector<bool>& flags, std::size_t all, std::size_t k) {
  double gain = 0;
  double ideal = 0;
  for (std::size_t i = 0; i < k; ++i) {
    if (i < flags.size() && flags[i]) gain += 1 / std::log2(static_cast<double>(i) + 2);
    if (i < all) ideal += 1 / std::log2(static_cast<double>(i) + 2);
  }
  return ideal == 0 ? 0 : gain / ideal;
}

std::unique_ptr<Measure> chunk_measure(const std::string& name, double share, double part,
                                       const std::string& cutoff) {
  for (const MeasureRecord& record : ranked_chunk_measures().records) {
    std::string why;
    if (record.name == name) {
      return record.make({name, {{"share", std::to_string(share)}, {"part", std::to_string(part)}}, cutoff},
                         why);
    }
  }
  return nullptr;
}

TEST(ChunksAsUnits, AreWhatTheNaiveEvaluatorFinds) {
  for (unsigned seed = 0; seed < 3000; ++seed) {
    const ChunkWorld world(seed);
    TopicJudgements judgements{"t"};
    for (const auto& [doc, characters] : world.highlighted) {
      JudgedDocument document;
      document.id = doc;
      document.grade = characters.empty() ? 0 : 1;
      std::vector<Span> spans;
      for (const int at : characters) spans.push_back({static_cast<Offset>(at), static_cast<Offset>(at + 1)});
      judgements.add(document, spans);
    }
    std::string rows;
    for (const auto& [doc, begin, end] : world.chunks) {
      rows += "0\t" + doc + "\t" + std::to_string(begin) + "\t" + std::to_string(end) + "\n";
    }
    Diagnostics diagnostics;
    const Chunking chunking = Chunking::read(InputFile::from_memory("chunks", rows), diagnostics);
    std::vector<Result> results;
    for (const auto& [doc, begin, end] : world.retrieved) {
      Result result;
      result.doc = doc;
      result.span = {static_cast<Offset>(begin), static_cast<Offset>(end)};
      result.kind = ResultKind::kPassage;
      results.push_back(result);
    }
    TopicView view(1, {.chunking = &chunking});
    for (const double share : {0.0, 0.25, 0.5}) {
      for (const double part : {0.0, 0.5, 1.0}) {
        view.start(judgements, results);
        const std::vector<bool> flags = world.flags(share, part);
        const std::size_t all = world.count(share, part);
        const auto score = [&](const std::string& name, const std::string& cutoff) {
          return chunk_measure(name, share, part, cutoff)->score(view);
        };
        EXPECT_EQ(score("chunkHit", "1"), naive_hit(flags, 1)) << seed;
        EXPECT_EQ(score("chunkHit", "3"), naive_hit(flags, 3)) << seed;
        EXPECT_DOUBLE_EQ(score("chunkRR", ""), naive_rr(flags)) << seed;
        EXPECT_DOUBLE_EQ(score("chunkAP", ""), naive_ap(flags, all)) << seed;
        EXPECT_NEAR(score("chunkNDCG", "3"), naive_ndcg(flags, all, 3), 1e-12) << seed;
        EXPECT_NEAR(score("chunkNDCG", ""), naive_ndcg(flags, all, 1000), 1e-12) << seed;
        EXPECT_EQ(view.foreign_chunks(), 0U);
      }
    }
  }
}

}  // namespace
}  // namespace fovea
