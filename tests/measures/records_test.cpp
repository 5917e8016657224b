// What every record must hold, and every worked example.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>

#include "evaluate/evaluation.h"
#include "measures/measure_name.h"
#include "measures/peers.h"
#include "measures/registry.h"
#include "measures/scoring.h"
#include "runs/chunking.h"

namespace fovea {
namespace {

class Records : public testing::TestWithParam<const MeasureRecord*> {};

std::vector<const MeasureRecord*> all_records() {
  std::vector<const MeasureRecord*> records;
  for (const MeasureFamily& family : measure_registry().families()) {
    for (const MeasureRecord& record : family.records) records.push_back(&record);
  }
  return records;
}

TEST_P(Records, SayWhatAReaderNeeds) {
  const MeasureRecord& record = *GetParam();
  EXPECT_FALSE(record.summary.empty());
  EXPECT_NE(record.summary.back(), '.');
  EXPECT_EQ(record.summary.find('\n'), std::string_view::npos);
  EXPECT_FALSE(record.definition.empty());
  EXPECT_FALSE(record.formula.empty());
  EXPECT_FALSE(record.source.empty());
  EXPECT_FALSE(record.examples.empty());
  for (const Parameter& parameter : record.parameters) EXPECT_FALSE(parameter.meaning.empty());
}

/// What a measure of chunkings says about one.
double score_chunking(std::string_view judgements, std::string_view chunks, std::string_view measure) {
  const TemporaryFolder folder;
  Diagnostics diagnostics;
  const auto judged = read_judgements(std::vector{folder.write("judgements", judgements)}, {}, diagnostics);
  const auto chunking = Chunking::open(folder.write("chunks.tsv", chunks), {}, diagnostics);
  auto evaluation = Evaluation::make(
      *judged, nullptr, {.measures = *parse_measures(measure, diagnostics), .scores_chunkings = true},
      diagnostics);
  return evaluation->evaluate(*chunking).scores.summary(0, 0);
}

/// What a measure that counts chunks says about a run made of them.
double score_with_chunking(const Example& example) {
  const TemporaryFolder folder;
  Diagnostics diagnostics;
  const auto judged =
      read_judgements(std::vector{folder.write("judgements", example.judgements)}, {}, diagnostics);
  const auto run = Run::open(folder.write("run", example.run), nullptr, diagnostics);
  const auto chunking = Chunking::open(folder.write("chunks.tsv", example.chunking), diagnostics);
  auto evaluation = Evaluation::make(
      *judged, nullptr, {.measures = *parse_measures(example.measure, diagnostics), .chunking = &*chunking},
      diagnostics);
  return evaluation->evaluate(*run).scores.summary(0, 0);
}

TEST_P(Records, HaveExamplesThatComeTrue) {
  const MeasureRecord& record = *GetParam();
  if (record.needs.collection) return;  // those are tried in graded/graded_judgements_test.cpp
  for (const Example& example : record.examples) {
    Diagnostics diagnostics;
    const auto names = parse_measures(example.measure, diagnostics, measure_registry(), Texts::kWanted);
    ASSERT_TRUE(names) << example.measure;
    ASSERT_EQ(names->size(), 1U) << example.measure;
    EXPECT_EQ(names->front().name, record.name);
    EXPECT_EQ(example.text.empty(), !record.text);
    if (record.text) {
      const TemporaryFolder folder;
      const Scorer scorer(folder.write("judgements", example.judgements), folder.write("run", example.run));
      EXPECT_EQ(scorer.text(names->front()), example.text) << example.measure;
      continue;
    }
    const double score =
        record.needs.chunking ? score_chunking(example.judgements, example.run, example.measure)
        : record.needs.chunks ? score_with_chunking(example)
                              : score_texts(example.judgements, example.run, example.measure).at("all");
    EXPECT_NEAR(score, example.value, 1e-12) << example.measure;
    EXPECT_FALSE(example.explanation.empty());
  }
}

TEST_P(Records, HaveDefaultCutoffsInTheCanonicalSpelling) {
  const MeasureRecord& record = *GetParam();
  for (const std::string_view cutoff : record.default_cutoffs) {
    const std::string name = std::string(record.name) + "@" + std::string(cutoff);
    Diagnostics diagnostics;
    const auto names = parse_measures(name, diagnostics);
    ASSERT_TRUE(names) << name;
    EXPECT_EQ(to_string(names->front()), name);
  }
}

TEST_P(Records, RefuseNumbersOutOfTheirRangeAndScoreFinitelyAtItsEnds) {
  const MeasureRecord& record = *GetParam();
  for (const Parameter& parameter : record.parameters) {
    if (!parameter.range) continue;
    for (const std::string_view value : {"nan", "inf", "1e300", "-1e300", "x"}) {
      const std::string name = fmt::format("{}({}={})", record.name, parameter.name, value);
      Diagnostics diagnostics;
      EXPECT_FALSE(parse_measures(name, diagnostics)) << name;
      EXPECT_EQ(to_string(diagnostics.kept().front()),
                fmt::format("measure '{}':{}: found '{}', expected {} for '{}'", name,
                            record.name.size() + parameter.name.size() + 3, value, expected_value(parameter),
                            parameter.name));
    }
    if (record.needs.collection || record.needs.chunking || record.needs.chunks || record.text) continue;
    for (const double value : {parameter.range->least, parameter.range->most}) {
      if (!parameter.range->contains(value)) continue;
      Diagnostics diagnostics;
      MeasureName name = parse_measures(record.examples.front().measure, diagnostics)->front();
      name.parameters = {{std::string(parameter.name), fmt::format("{}", value)}};
      std::string why;
      if (record.make(name, why) == nullptr) continue;  // limit and a rank exclude each other
      const Example& example = record.examples.front();
      const double score = score_texts(example.judgements, example.run, to_string(name)).at("all");
      EXPECT_TRUE(std::isfinite(score)) << to_string(name);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, Records, testing::ValuesIn(all_records()),
                         [](const auto& record) { return std::string(record.param->name); });

TEST(Registry, GivesEveryNameToOneMeasure) {
  std::map<std::string_view, std::string_view> owner;
  for (const MeasureRecord* record : all_records()) {
    std::set<std::string_view> names = {record->name, record->trec_eval, record->trec_eval_cut};
    names.insert(record->aliases.begin(), record->aliases.end());
    for (const std::string_view name : names) {
      if (name.empty()) continue;
      EXPECT_TRUE(owner.emplace(name, record->name).second)
          << name << " is " << owner[name] << " and " << record->name;
      EXPECT_EQ(measure_registry().find(name).record, record);
      EXPECT_EQ(measure_registry().find_set(name), nullptr);
    }
  }
}

TEST(Peers, HaveNamesThatAreUnderstoodOrSaidToMeanAnother) {
  auto names = trec_eval_peer_names(measure_registry());
  const auto others = ir_measures_peer_names();
  names.insert(names.end(), others.begin(), others.end());
  for (const PeerName& name : names) {
    Diagnostics diagnostics;
    const auto theirs = parse_measures(name.theirs, diagnostics, measure_registry(), Texts::kWanted);
    const auto ours = parse_measures(name.ours, diagnostics, measure_registry(), Texts::kWanted);
    ASSERT_TRUE(theirs && ours) << name.theirs;
    // Where it is not the same measure with the same parameters, the table says why.
    EXPECT_TRUE(*theirs == *ours || !name.note.empty()) << name.theirs;
  }
}

TEST(Registry, HasSetsOfMeasuresThatExist) {
  for (const MeasureSet& set : measure_registry().sets()) {
    Diagnostics diagnostics;
    EXPECT_TRUE(parse_measures(set.measures, diagnostics, measure_registry(), Texts::kWanted)) << set.name;
    EXPECT_TRUE(parse_measures(set.name, diagnostics)) << set.name;
  }
}

}  // namespace
}  // namespace fovea
