// The official judgements of INEX 2010, where they are at hand.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "judgements/judgement_file.h"
#include "places.h"

namespace fovea {
namespace {

const std::string kData = extended_data() + "/";

#define NEED(file) \
  if (!std::filesystem::exists(file)) GTEST_SKIP() << "no " << (file)

TEST(RealFiles, Inex2010HasItsOfficialTotals) {
  const std::vector<std::string> paths{kData + "inex2010/inex2010.qrels"};
  NEED(paths.front());
  Diagnostics diagnostics;
  const auto judgements = read_judgements(paths, {}, diagnostics);
  ASSERT_TRUE(judgements);
  EXPECT_EQ(diagnostics.errors() + diagnostics.warnings(), 0U);
  EXPECT_EQ(judgements->size(), 39'031U);
  EXPECT_EQ(judgements->topics().size(), 52U);
  EXPECT_EQ(judgements->topics().front().topic(), "2010003");
  std::size_t relevant = 0;
  std::uint64_t characters = 0;
  std::uint64_t highlighted = 0;
  for (const TopicJudgements& topic : judgements->topics()) {
    for (const JudgedDocument& document : topic.documents()) {
      relevant += document.relevant() ? 1 : 0;
      characters += document.relevant_chars;
      highlighted += character_count(topic.highlights(document));
    }
  }
  EXPECT_EQ(relevant, 5'471U);
  EXPECT_EQ(characters, 17'641'119U);
  EXPECT_EQ(highlighted, 17'641'119U);
  const TopicJudgements& topic = *judgements->find("2010003");
  const JudgedDocument& unordered = *topic.find("3256433");
  EXPECT_EQ(unordered.first_listed, 242U);
  EXPECT_EQ(topic.highlights(unordered)[2], (Span{1604, 2085}));
}

TEST(RealFiles, ArticleJudgementsSayWhatTheHighlightsSay) {
  const std::vector<std::string> highlights{kData + "inex2010/inex2010.qrels"};
  const std::vector<std::string> articles{kData + "article/inex2010_article.qrels"};
  NEED(articles.front());
  Diagnostics diagnostics;
  const auto spans = read_judgements(highlights, {}, diagnostics);
  const auto grades = read_judgements(articles, {}, diagnostics);
  ASSERT_TRUE(spans && grades && diagnostics.ok());
  ASSERT_EQ(grades->size(), spans->size());
  for (const TopicJudgements& topic : spans->topics()) {
    for (const JudgedDocument& document : topic.documents()) {
      EXPECT_EQ(grades->find(topic.topic())->find(document.id)->grade, document.grade);
    }
  }
}

TEST(RealFiles, SmallCasesOfTheOfficialToolAreReadWithoutComplaint) {
  const std::string folder = kData + "inex2010/edge";
  NEED(folder);
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".qrels") continue;
    Diagnostics diagnostics;
    const std::vector<std::string> paths{entry.path().string()};
    const auto judgements = read_judgements(paths, {}, diagnostics);
    EXPECT_TRUE(judgements && judgements->kinds().highlights) << entry.path();
    EXPECT_EQ(diagnostics.errors() + diagnostics.warnings(), 0U) << entry.path();
    ++files;
  }
  EXPECT_GT(files, 5);
}

}  // namespace
}  // namespace fovea
