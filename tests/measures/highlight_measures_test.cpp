// Every measure over highlighted text against the naive evaluator, on thousands of small random topics, and
// on the worked figures of the specification.
#include "measures/families.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "measures/naive.h"
#include "measures/views/topic_view.h"

namespace fovea {
namespace {

constexpr std::size_t kAllResults = 1000;  ///< more results than any topic here has

using Parameters = std::vector<std::pair<std::string, std::string>>;

std::unique_ptr<Measure> measure(std::string name, Parameters parameters = {}, std::string cutoff = "") {
  for (const MeasureFamily& family : {ranked_article_measures(), ranked_result_measures(),
                                      retrieved_character_measures(), chunk_measures()}) {
    for (const MeasureRecord& record : family.records) {
      std::string why;
      if (record.name == name) return record.make({name, std::move(parameters), std::move(cutoff)}, why);
    }
  }
  return nullptr;
}

/// A topic in both shapes.
struct World {
  naive::Topic plain;
  std::vector<std::string> ids = {"a", "b", "c", "d", "e"};
  TopicJudgements judgements{"t"};
  std::vector<Result> results;

  explicit World(unsigned seed, bool chunks_only = false) {
    std::mt19937 random(seed);
    const auto pick = [&](int low, int high) {
      return std::uniform_int_distribution<int>(low, high)(random);
    };
    const int judged = pick(0, 4);
    for (int d = 0; d < judged; ++d) judge(ids[static_cast<std::size_t>(d)], pick);
    const int count = pick(0, 9);
    for (int i = 0; i < count; ++i) retrieve(ids[static_cast<std::size_t>(pick(0, 4))], pick, chunks_only);
  }

  template <class Pick>
  void judge(const std::string& id, const Pick& pick) {
    naive::Doc doc;
    doc.length = pick(1, 40);
    std::vector<Span> passages;
    for (int n = pick(0, 4); n > 0; --n) {
      const int begin = pick(0, static_cast<int>(doc.length) - 1);
      const int end = pick(begin + 1, static_cast<int>(doc.length));
      passages.push_back({static_cast<Offset>(begin), static_cast<Offset>(end)});
      for (long at = begin; at < end; ++at) doc.highlighted.insert(at);
    }
    doc.relevant = !passages.empty();
    if (doc.relevant && pick(0, 4) > 0) doc.bep = pick(0, static_cast<int>(doc.length) - 1);
    JudgedDocument document;
    document.id = id;
    document.length = static_cast<Offset>(doc.length);
    if (doc.bep >= 0) document.bep = static_cast<Offset>(doc.bep);
    document.grade = doc.relevant ? 1 : 0;
    judgements.add(document, passages);
    plain.judged[id] = doc;
  }

  template <class Pick>
  void retrieve(const std::string& id, const Pick& pick, bool chunks_only) {
    naive::Hit hit{.doc = id};
    Result result;
    result.doc = id;
    const int kind = chunks_only ? 9 : pick(0, 9);
    if (kind == 0) {
      hit.unplaced = true;
      result.kind = ResultKind::kUnresolved;
    } else if (kind == 1 && plain.judged.contains(id)) {
      hit.end = plain.judged.at(id).length;
      result.kind = ResultKind::kDocument;
      result.span = {0, kMaxOffset};
    } else {
      hit.begin = pick(0, 40);
      hit.end = hit.begin + pick(0, 15);
      result.kind = ResultKind::kPassage;
      result.span = {static_cast<Offset>(hit.begin), static_cast<Offset>(hit.end)};
    }
    plain.hits.push_back(hit);
    results.push_back(result);
  }
};

/// Holds a measure against its naive twin on many topics, one view serving them all as in an evaluation.
template <class Naive>
void expect_agreement(const std::unique_ptr<Measure>& measure, const Naive& naive, bool chunks_only = false) {
  ASSERT_NE(measure, nullptr);
  TopicView view(1, {.lenient = true});
  for (unsigned seed = 0; seed < 3000; ++seed) {
    const World world(seed, chunks_only);
    view.start(world.judgements, world.results);
    ASSERT_NEAR(measure->score(view), naive(world.plain), 1e-12) << "seed " << seed;
    ASSERT_EQ(view.unknown_text(), nullptr);
  }
}

TEST(RankedArticles, WithFAgreeWithTheNaiveEvaluator) {
  const auto f = [](const naive::Topic& topic, const std::string& id) {
    return naive::f_of(topic, id, 0.25);
  };
  const auto f1 = [](const naive::Topic& topic, const std::string& id) { return naive::f_of(topic, id, 1); };
  expect_agreement(measure("gP", {}, "3"), [&](auto& topic) { return naive::gp(topic, 3, f); });
  expect_agreement(measure("gP", {{"beta", "1"}}, "1"), [&](auto& topic) { return naive::gp(topic, 1, f1); });
  expect_agreement(measure("AgP"), [&](auto& topic) { return naive::agp(topic, f); });
  expect_agreement(measure("AgP", {{"beta", "1"}}), [&](auto& topic) { return naive::agp(topic, f1); });
  expect_agreement(measure("AgP", {{"by", "size"}}),
                   [&](auto& topic) { return naive::agp_by_size(topic, f); });
  expect_agreement(measure("AgP", {{"by", "total"}}),
                   [&](auto& topic) { return naive::agp_by_total(topic, f); });
  expect_agreement(measure("igP", {}, "0.50"), [&](auto& topic) { return naive::igp(topic, 50, f); });
  expect_agreement(measure("igP", {}, "0.00"), [&](auto& topic) { return naive::igp(topic, 0, f); });
}

TEST(RankedArticles, WithT2IAgreeWithTheNaiveEvaluator) {
  for (const long tolerance : {0L, 1L, 7L, 18L, 1000L}) {
    const auto t2i = [&](const naive::Topic& topic, const std::string& id) {
      return naive::t2i_of(topic, id, tolerance);
    };
    const Parameters parameters = {{"t2i", std::to_string(tolerance)}};
    expect_agreement(measure("gP", parameters, "2"), [&](auto& topic) { return naive::gp(topic, 2, t2i); });
    expect_agreement(measure("AgP", parameters), [&](auto& topic) { return naive::agp(topic, t2i); });
    expect_agreement(measure("igP", parameters, "0.25"),
                     [&](auto& topic) { return naive::igp(topic, 25, t2i); });
  }
}

TEST(RankedArticles, WithEntryPointsAgreeWithTheNaiveEvaluator) {
  const auto bep = [](const naive::Topic& topic, const std::string& id) {
    return naive::bep_of(topic, id, 20);
  };
  const Parameters parameters = {{"bep", "20"}};
  expect_agreement(measure("gP", parameters, "4"), [&](auto& topic) { return naive::gp(topic, 4, bep); });
  expect_agreement(measure("AgP", parameters), [&](auto& topic) { return naive::agp(topic, bep); });
  expect_agreement(measure("igP", parameters, "1.00"),
                   [&](auto& topic) { return naive::igp(topic, 100, bep); });
}

TEST(RankedArticles, RecallAgreesWithTheNaiveEvaluator) {
  for (const std::size_t rank : {1U, 2U, 9U}) {
    const std::string cutoff = std::to_string(rank);
    expect_agreement(measure("gR", {}, cutoff), [&](auto& topic) { return naive::gr(topic, rank, false); });
    expect_agreement(measure("gR", {{"by", "size"}}, cutoff),
                     [&](auto& topic) { return naive::gr(topic, rank, true); });
  }
}

TEST(RankedResults, AgreeWithTheNaiveEvaluator) {
  expect_agreement(measure("iP", {}, "0.00"), [](auto& topic) { return naive::ip(topic, 0, 100); });
  expect_agreement(measure("iP", {}, "0.01"), [](auto& topic) { return naive::ip(topic, 1, 100); });
  expect_agreement(measure("iP", {}, "0.29"), [](auto& topic) { return naive::ip(topic, 29, 100); });
  expect_agreement(measure("iP", {}, "1.00"), [](auto& topic) { return naive::ip(topic, 100, 100); });
  expect_agreement(measure("AiP", {{"points", "11"}}), [](auto& topic) { return naive::aip(topic, 11); });
}

TEST(RankedResults, TheFullAverageAgreesWithTheNaiveEvaluatorToo) {
  const std::unique_ptr<Measure> aip = measure("AiP");
  TopicView view(1, {.lenient = true});
  for (unsigned seed = 0; seed < 60; ++seed) {
    const World world(seed);
    view.start(world.judgements, world.results);
    ASSERT_NEAR(aip->score(view), naive::aip(world.plain, 101), 1e-12) << "seed " << seed;
  }
}

TEST(RetrievedCharacters, AgreeWithTheNaiveEvaluator) {
  expect_agreement(measure("charP"), [](auto& topic) { return naive::char_p(topic, kAllResults); });
  expect_agreement(measure("charP", {}, "2"), [](auto& topic) { return naive::char_p(topic, 2); });
  expect_agreement(measure("charR"), [](auto& topic) { return naive::char_r(topic, kAllResults); });
  expect_agreement(measure("charR", {}, "3"), [](auto& topic) { return naive::char_r(topic, 3); });
  expect_agreement(measure("charF"), [](auto& topic) {
    return naive::f(naive::char_p(topic, kAllResults), naive::char_r(topic, kAllResults), 1);
  });
  expect_agreement(measure("charF", {{"beta", "0.5"}}, "2"), [](auto& topic) {
    return naive::f(naive::char_p(topic, 2), naive::char_r(topic, 2), 0.5);
  });
  expect_agreement(measure("IoU"), [](auto& topic) { return naive::iou(topic, kAllResults); });
  expect_agreement(measure("IoU", {}, "2"), [](auto& topic) { return naive::iou(topic, 2); });
}

TEST(RetrievedCharacters, WithALimitAgreeWithTheNaiveEvaluator) {
  for (const std::size_t limit : {1U, 10U, 25U, 500U}) {
    expect_agreement(measure("charP", {{"limit", std::to_string(limit)}}),
                     [&](auto& topic) { return naive::limited_precision(topic, limit); });
  }
}

TEST(Chunks, PrecisionOmegaAgreesWithTheNaiveEvaluator) {
  expect_agreement(
      measure("PrecisionOmega"), [](auto& topic) { return naive::precision_omega(topic); }, true);
}

/// Length 2000, highlights 500:100 and 1500:100: the worked case of the specification.
double t2i_of_worked_case(std::vector<Span> retrieved, std::string tolerance) {
  TopicJudgements judgements("t");
  JudgedDocument document;
  document.id = "d";
  document.length = 2000;
  document.grade = 1;
  judgements.add(document, std::vector<Span>{{500, 600}, {1500, 1600}});
  std::vector<Result> results;
  for (const Span span : retrieved) {
    Result result;
    result.doc = "d";
    result.kind = ResultKind::kPassage;
    result.span = span;
    results.push_back(result);
  }
  TopicView view;
  view.start(judgements, results);
  return measure("gP", {{"t2i", std::move(tolerance)}}, "1")->score(view);
}

TEST(ToleranceToIrrelevance, GivesTheWorkedFigures) {
  EXPECT_DOUBLE_EQ(t2i_of_worked_case({{0, 2000}}, "300"), 0);
  EXPECT_DOUBLE_EQ(t2i_of_worked_case({{500, 600}, {1500, 1600}}, "300"), 0.4);
  EXPECT_DOUBLE_EQ(t2i_of_worked_case({{1500, 1600}}, "300"), 0.25);
  EXPECT_DOUBLE_EQ(t2i_of_worked_case({{300, 550}}, "300"), 50.0 / 350);
  EXPECT_DOUBLE_EQ(t2i_of_worked_case({{0, 2000}}, "501"), 100.0 / 601);
}

TEST(Elements, ThatAreNotResolvedAreNamedWhenAMeasureNeedsTheirText) {
  TopicJudgements judgements("t");
  JudgedDocument document;
  document.id = "d";
  document.grade = 1;
  document.length = 100;
  judgements.add(document, std::vector<Span>{{0, 10}});
  std::vector<Result> results(1);
  results[0].doc = "d";
  results[0].path = "/article[1]";
  results[0].kind = ResultKind::kElement;
  TopicView view;
  view.start(judgements, results);
  measure("gR", {}, "1")->score(view);
  EXPECT_EQ(view.unknown_text(), nullptr);
  measure("charP")->score(view);
  EXPECT_EQ(view.unknown_text(), &results[0]);
}

TEST(WholeDocuments, OfUnknownLengthAreNamedWhenAMeasureNeedsThem) {
  TopicJudgements judgements("t");
  JudgedDocument document;
  document.id = "d";
  document.grade = 1;
  judgements.add(document, std::vector<Span>{{0, 10}});
  std::vector<Result> results(2);
  results[0].doc = "elsewhere";
  results[1].doc = "d";
  results[0].span = results[1].span = {0, kMaxOffset};
  TopicView view;
  view.start(judgements, results);
  EXPECT_DOUBLE_EQ(measure("gR", {}, "2")->score(view), 1);
  EXPECT_EQ(view.unknown_text(), nullptr) << "recall of articles asks for no text";
  measure("AgP")->score(view);
  EXPECT_EQ(view.unknown_text(), &results[1]) << "an article without relevance scores 0, however long";
  view.start(judgements, results);
  measure("AiP")->score(view);
  EXPECT_EQ(view.unknown_text(), &results[0]);
}

TEST(Parameters, ThatMakeNoSenseAreRefusedWithAReason) {
  const auto refuse = [](std::string name, Parameters parameters, std::string cutoff) {
    return measure(std::move(name), std::move(parameters), std::move(cutoff)) == nullptr;
  };
  EXPECT_TRUE(refuse("AgP", {{"beta", "-1"}}, ""));
  EXPECT_TRUE(refuse("AgP", {{"beta", "1"}, {"t2i", "300"}}, ""));
  EXPECT_TRUE(refuse("AgP", {{"by", "weight"}}, ""));
  EXPECT_TRUE(refuse("AgP", {{"bep", "0"}}, ""));
  EXPECT_TRUE(refuse("gP", {{"t2i", "2.5"}}, "5"));
  EXPECT_TRUE(refuse("gR", {{"by", "total"}}, "5"));
  EXPECT_TRUE(refuse("iP", {}, "0.1234567"));
  EXPECT_TRUE(refuse("charP", {{"limit", "10"}}, "5"));
}

}  // namespace
}  // namespace fovea
