#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judgements/reading.h"

namespace fovea {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(InexQrels, GiveHighlightsEntryPointAndLength) {
  const auto read = read_text("# a comment\n\n3 Q0 d 30 100 55 50:10 10:20 \r\n3 Q0 e 0 70\t\r\n");
  ASSERT_TRUE(read.judgements);
  EXPECT_EQ(read.messages(), "");
  EXPECT_EQ(read.judgements->kinds(), (JudgementKinds{.highlights = true}));
  const TopicJudgements& topic = *read.judgements->find("3");
  const JudgedDocument& d = *topic.find("d");
  EXPECT_THAT(topic.highlights(d), ElementsAre(Span{10, 30}, Span{50, 60}));
  EXPECT_EQ(d.relevant_chars, 30U);
  EXPECT_EQ(d.length, 100U);
  EXPECT_EQ(d.bep, 55U);
  EXPECT_EQ(d.first_listed, 50U);
  EXPECT_EQ(d.line, 3U);
  EXPECT_TRUE(d.relevant());
  const JudgedDocument& e = *topic.find("e");
  EXPECT_FALSE(e.relevant());
  EXPECT_EQ(e.length, 70U);
  EXPECT_EQ(e.bep, std::nullopt);
  EXPECT_EQ(e.first_listed, std::nullopt);
}

TEST(InexQrels, MayListAnyNumberOfPassages) {
  std::string row = "3 Q0 d 40 1000 0";
  for (int i = 0; i < 20; ++i) row += " " + std::to_string(10 * i) + ":2";
  const auto read = read_text(row + "\n" + row.substr(0, row.find(" 0 ")) + " 0 5:1 7:x \n");
  EXPECT_EQ(read.judgements->find("3")->highlights(*read.judgements->find("3")->find("d")).size(), 20U);
  EXPECT_EQ(read.messages(), "judgements:2:22: found '7:x', expected a passage, offset:length\n");
}

TEST(InexQrels, KeepColumnFourAndWarnWhereThePassagesDiffer) {
  const auto read = read_text("3 Q0 d 31 100 0 10:20 20:20\n");
  EXPECT_EQ(read.messages(),
            "judgements:1:8: warning: column 4 says 31 highlighted characters, the passages hold 30\n");
  EXPECT_EQ(read.judgements->find("3")->find("d")->relevant_chars, 31U);
}

TEST(InexQrels, ReportEveryBadRowWithItsPlaceAndGoOn) {
  const auto read = read_text(
      "3 Q0 a 0 10\n"
      "3 Q0 b 1\n"
      "3 Q0 c x 10\n"
      "3 Q0 d 5 -1 0 0:5\n"
      "3 Q0 e 5 10 b 0:5\n"
      "3 Q0 f 5 10 0 0-5\n"
      "3 Q0 g 5 10 0 6:5 0:0\n"
      "3 Q0 h 5 10 11 0:5\n"
      "3 Q0 i 5 2147483647 0 2147483647:5\n"
      "3 Q0 j nan 2147483648\n"
      "3 Q0 k 11 10\n"
      "3 Q0 z 0 10\n");
  EXPECT_EQ(
      read.messages(),
      "judgements:2:9: found 4 columns, expected topic Q0 doc relchars doclength [BEP [offset:length …]]\n"
      "judgements:3:8: found 'x', expected a number of highlighted characters from 0 to 10\n"
      "judgements:4:10: found '-1', expected a document length in characters\n"
      "judgements:5:13: found 'b', expected a best entry point, an offset from 0 to 10\n"
      "judgements:6:15: found '0-5', expected a passage, offset:length\n"
      "judgements:7:15: found passage '6:5' that ends at 11, expected an end within the document, which has "
      "10 characters\n"
      "judgements:7:19: warning: passage '0:0' has no characters and highlights nothing\n"
      "judgements:8:13: found '11', expected a best entry point, an offset from 0 to 10\n"
      "judgements:9:23: found passage '2147483647:5' that ends at 2147483652, expected an end within the "
      "document, which has 2147483647 characters\n"
      "judgements:10:8: found 'nan', expected a number of highlighted characters from 0 to 2147483647\n"
      "judgements:10:12: found '2147483648', expected a document length in characters\n"
      "judgements:11:8: found '11', expected a number of highlighted characters from 0 to 10\n");
  EXPECT_EQ(read.judgements->find("3")->documents().size(), 2U);
}

TEST(InexQrels, MayHaveEmptyPassages) {
  const auto read = read_text("3 Q0 d 20 30000 0 0:20 29583:0\n");
  EXPECT_EQ(read.messages(),
            "judgements:1:24: warning: passage '29583:0' has no characters and highlights nothing\n");
  EXPECT_EQ(read.judgements->find("3")->find("d")->span_count, 1U);
}

TEST(TrecQrels, GiveDocumentGrades) {
  const auto read = read_text("3 0 d 2\n3 0 e 0\n3 0 f -2\n");
  ASSERT_TRUE(read.judgements);
  EXPECT_EQ(read.messages(), "");
  EXPECT_EQ(read.judgements->kinds(), (JudgementKinds{.document_grades = true}));
  const TopicJudgements& topic = *read.judgements->find("3");
  EXPECT_EQ(topic.find("d")->grade, 2);
  EXPECT_TRUE(topic.find("d")->relevant());
  EXPECT_FALSE(topic.find("e")->relevant());
  EXPECT_EQ(topic.find("f")->grade, -2);
}

TEST(TrecQrels, ReportEveryBadRow) {
  const auto read = read_text("3 0 a 1\n3 0 b\n3 0 c x\n3 0 d 1 9\n3 0 e 1.5\n3 0 f 99999999999\n");
  EXPECT_EQ(read.messages(),
            "judgements:2:6: found 3 columns, expected topic iteration doc grade\n"
            "judgements:3:7: found 'x', expected a grade, a whole number\n"
            "judgements:4:9: found a fifth column '9', expected topic iteration doc grade\n"
            "judgements:5:7: found '1.5', expected a grade, a whole number\n"
            "judgements:6:7: found '99999999999', expected a grade, a whole number\n");
}

TEST(Sniffing, TellsQrelsFromRunsAndOtherText) {
  EXPECT_EQ(sniff_judgements("1 0 d 0\n"), &judgement_formats::kTrecQrels);
  EXPECT_EQ(sniff_judgements("1 Q0 d 0 90\n"), &judgement_formats::kInexQrels);
  EXPECT_EQ(sniff_judgements("1 Q0 d 5 90 3 1:5\n"), &judgement_formats::kInexQrels);
  EXPECT_EQ(sniff_judgements("1 Q0 d 5 90 3\n1 Q0 d 0 90\n"), &judgement_formats::kInexQrels);
  EXPECT_EQ(sniff_judgements("1 Q0 d 1 0.5 tag\n"), nullptr);
  EXPECT_EQ(sniff_judgements("1 Q0 d 1 5 tag /article[1]\n"), nullptr);
  EXPECT_EQ(sniff_judgements("1 Q0 d 1 5 2010 0 300\n"), nullptr);
  EXPECT_EQ(sniff_judgements("1\tapollo moon 11\n2\tred\n3\tblue\n4\tgreen\n5\tlight\n"), nullptr);
  EXPECT_EQ(sniff_judgements("1 Q0 d 1 5 2010\n"), nullptr);
  EXPECT_EQ(sniff_judgements("Once upon a time there was\n"), nullptr);
}

TEST(JudgementFiles, ThatAreEmptyMissingOrOfAnotherKindAreNotUsable) {
  EXPECT_EQ(read_text("").judgements, std::nullopt);
  EXPECT_THAT(read_text(" \n\n").messages(), HasSubstr("found an empty file, expected judgements"));
  EXPECT_THAT(read_text("Once upon a time\n").messages(),
              HasSubstr("judgements:1:1: found 'Once upon a time'"));
  Diagnostics diagnostics;
  const std::vector<std::string> missing{"no/such/file"};
  EXPECT_FALSE(read_judgements(missing, {}, diagnostics));
  EXPECT_FALSE(diagnostics.ok());
}

TEST(JudgementFiles, OfAFolderAreReadTogether) {
  const TemporaryFolder folder;
  folder.write("b", "8 0 a 1\n");
  folder.write("sub/a", "7 0 a 1\n");
  Diagnostics diagnostics;
  const std::vector<std::string> paths{folder.path().string()};
  const auto judgements = read_judgements(paths, {}, diagnostics);
  ASSERT_TRUE(judgements);
  EXPECT_EQ(judgements->topics().size(), 2U);
  EXPECT_EQ(judgements->files(), 2U);
}

}  // namespace
}  // namespace fovea
