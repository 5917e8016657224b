// --compat chroma and legalbench: against the figures those tools printed, and on cases small enough to see.
#include "evaluate/compat/chunk_tools.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "evaluate/evaluation.h"
#include "judgements/judgement_file.h"
#include "measures/measure_name.h"
#include "places.h"

namespace fovea {
namespace {

const std::string kChroma = extended_data() + "/chroma";

/// An evaluation as Chroma makes it, and a run or a chunking evaluated with it.
template <class Subject>
Scores chroma_scores(const Judgements& judgements, const Subject& subject, std::string_view measures) {
  Diagnostics diagnostics;
  EvaluationOptions options{.measures = *parse_measures(measures, diagnostics),
                            .compat = CompatMode::kChroma,
                            .scores_chunkings = std::is_same_v<Subject, Chunking>};
  return Evaluation::make(judgements, nullptr, std::move(options), diagnostics)->evaluate(subject).scores;
}

/// Rows of numbers behind a key, the key being the row number in all these files.
std::vector<std::vector<double>> numbers(const std::string& path, bool header) {
  std::ifstream in(path);
  std::vector<std::vector<double>> rows;
  std::string line;
  if (header) std::getline(in, line);
  while (std::getline(in, line)) {
    std::istringstream columns(line);
    std::vector<double> row;
    for (double value = 0; columns >> value;) row.push_back(value);
    rows.push_back(row);
  }
  return rows;
}

class ChromaData : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(kChroma)) GTEST_SKIP() << "no " << kChroma;
    Diagnostics diagnostics;
    judgements_ = read_judgements(std::vector{kChroma + "/questions_df.csv"}, {}, diagnostics);
    ASSERT_TRUE(judgements_ && diagnostics.ok());
  }
  std::optional<Judgements> judgements_;
};

TEST_F(ChromaData, FiguresEqualTheToolsForEveryQuestion) {
  for (const std::string set :
       {"TokenText_400_200_k-1", "TokenText_400_200_k5", "char1200_k-1", "char1200_k5"}) {
    Diagnostics diagnostics;
    const auto run = Run::open(kChroma + "/run_bm25_" + set + ".tsv", nullptr, diagnostics);
    ASSERT_TRUE(run);
    const Scores scores = chroma_scores(*judgements_, *run, "IoU charR charP");
    const auto expected = numbers(kChroma + "/expected_bm25_" + set + ".tsv", true);
    ASSERT_EQ(scores.topics().size(), expected.size());
    for (std::size_t q = 0; q < expected.size(); ++q) {
      for (std::size_t c = 0; c < 3; ++c)
        EXPECT_NEAR(scores.values(0, c)[q], expected[q][c + 1], 1e-9) << set << ' ' << q;
    }
  }
}

TEST_F(ChromaData, PrecisionOmegaEqualsTheToolsForEveryQuestion) {
  for (const std::string set : {"TokenText_400_200", "char1200"}) {
    Diagnostics diagnostics;
    const auto chunking = Chunking::open(kChroma + "/chunks_" + set + ".tsv", {}, diagnostics);
    ASSERT_TRUE(chunking && diagnostics.ok());
    const Scores scores = chroma_scores(*judgements_, *chunking, "PrecisionOmega");
    const auto expected = numbers(kChroma + "/pomega_" + set + ".tsv", false);
    ASSERT_EQ(scores.topics().size(), expected.size());
    for (std::size_t q = 0; q < expected.size(); ++q) {
      EXPECT_NEAR(scores.values(0, 0)[q], expected[q][1], 1e-9) << set << ' ' << q;
    }
  }
}

// One document with 100 highlighted characters, and chunks that share text.
class SmallCase : public testing::Test {
 protected:
  SmallCase() {
    JudgedDocument document;
    document.id = "d";
    document.grade = 1;
    document.relevant_chars = 100;
    judgements_.add(document, std::vector<Span>{{100, 200}});
    retrieve("d", {100, 200});
    retrieve("d", {150, 250});
    retrieve("other", {0, 100});
  }
  void retrieve(std::string_view doc, Span span) {
    Result result;
    result.doc = doc;
    result.kind = ResultKind::kPassage;
    result.span = span;
    results_.push_back(result);
  }
  double score(ChunkTool tool, std::string_view measure) {
    Diagnostics diagnostics;
    std::string why;
    view_.start(judgements_, results_);
    return chunk_tool_measure(tool, parse_measures(measure, diagnostics)->front(), why)->score(view_);
  }

  TopicJudgements judgements_{"t"};
  std::vector<Result> results_;
  TopicView view_;
};

TEST_F(SmallCase, ChromaUnitesHitsAndSumsChunks) {
  EXPECT_DOUBLE_EQ(score(ChunkTool::kChroma, "charP"), 100.0 / 300);
  EXPECT_DOUBLE_EQ(score(ChunkTool::kChroma, "charR"), 1);
  EXPECT_DOUBLE_EQ(score(ChunkTool::kChroma, "IoU"), 100.0 / 300);
  EXPECT_DOUBLE_EQ(score(ChunkTool::kChroma, "charP@1"), 1);
}

TEST_F(SmallCase, LegalBenchSumsPairs) {
  EXPECT_DOUBLE_EQ(score(ChunkTool::kLegalBench, "charP"), 150.0 / 300);
  EXPECT_DOUBLE_EQ(score(ChunkTool::kLegalBench, "charR"), 1.5);
}

TEST_F(SmallCase, ChunksThatTouchAReferenceBelongToChromasPrecisionOmega) {
  results_.clear();
  retrieve("d", {0, 100});
  retrieve("d", {100, 200});
  EXPECT_DOUBLE_EQ(score(ChunkTool::kChroma, "PrecisionOmega"), 0.5);
}

TEST(ChunkTools, HaveNoOtherMeasures) {
  Diagnostics diagnostics;
  std::string why;
  const auto name = parse_measures("AiP", diagnostics)->front();
  EXPECT_EQ(chunk_tool_measure(ChunkTool::kChroma, name, why), nullptr);
  EXPECT_NE(why.find("AiP"), std::string::npos);
  const auto omega = parse_measures("PrecisionOmega", diagnostics)->front();
  EXPECT_EQ(chunk_tool_measure(ChunkTool::kLegalBench, omega, why), nullptr);
}

}  // namespace
}  // namespace fovea
