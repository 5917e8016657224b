// The document measures against trec_eval: its output for a real run, and small cases it has answered.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "measures/scoring.h"
#include "measures/trec_eval.h"

namespace fovea {
namespace {

const std::string kShared = FOVEA_SOURCE_DIR "/../shared/data/article/";

TEST(DocumentMeasures, EqualTrecEvalOnARealRunInEveryPrintedDigit) {
  if (!std::filesystem::exists(kShared)) GTEST_SKIP() << "no " << kShared;
  const Scorer scorer(kShared + "inex2010_article.qrels", kShared + "INDRI_articles.trec");
  std::ifstream expected(kShared + "INDRI_articles.trec_eval.txt");
  std::map<std::string, TopicValues> scores;
  std::string measure;
  std::string topic;
  std::string value;
  int lines = 0;
  while (expected >> measure >> topic >> value) {
    if (measure == "runid" || measure == "relstring") continue;
    if (!scores.contains(measure)) {
      Diagnostics diagnostics;
      const auto names = parse_measures(measure, diagnostics);
      ASSERT_TRUE(names && names->size() == 1) << measure;
      EXPECT_EQ(trec_eval_name(names->front()), measure);
      scores[measure] = scorer.score(names->front());
    }
    const bool count = value.find('.') == std::string::npos;
    EXPECT_EQ(fmt::format("{:.{}f}", scores[measure].at(topic), count ? 0 : 4), value)
        << measure << " " << topic;
    ++lines;
  }
  EXPECT_EQ(lines, 52 * 95 + 98);
}

}  // namespace
}  // namespace fovea
