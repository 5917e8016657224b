// Runs of TREC Genomics, and runs as trec_eval reads them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runs/reading.h"
#include "runs/run_format.h"
#include "temporary_folder.h"

namespace fovea {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(GenomicsRun, HasPassagesRankedByTheirNumber) {
  const auto read = read_run("200 1234 1 9.5 150 100 sys\n200\t99\t2\t-1\t0\t5\tsys\n");
  ASSERT_TRUE(read.run);
  EXPECT_EQ(read.said(), "");
  EXPECT_EQ(read.run->format(), run_formats::kGenomics);
  EXPECT_EQ(read.run->format().order, RankOrder::kRank);
  EXPECT_EQ(read.run->details().id, "sys");
  EXPECT_THAT(read.results,
              ElementsAre(PlainResult{"200", "1234", "", "", {150, 250}, ResultKind::kPassage, 1, 9.5},
                          PlainResult{"200", "99", "", "", {0, 5}, ResultKind::kPassage, 2, -1}));
}

TEST(GenomicsRun, IsNoRunOfElements) {
  EXPECT_EQ(*sniff_run("7 Q0 d 1 2 t /article[1]/sec[2]\n").format, run_formats::kElement);
  EXPECT_EQ(*sniff_run("7 d 1 2 0 5 t\n").format, run_formats::kGenomics);
}

TEST(GenomicsRun, ReportsWhatIsWrongWithItsPlace) {
  const auto read = read_run(
      "200 a 1 9 0 5 t\n200 a x 9 0 5 t\n200 a 1 y 0 5 t\n200 a 1 9 -2 5 t\n200 a 1 9 0 z t\n200 a 1 9 0 5\n"
      "200 a 1 9 2147483000 2147483000 t\n200 a 1 9 0 5 t\n200 a 1 9 0 5 t\n200 a 1 9 0 5 t\n200 a 1 9 0 5 t\n"
      "200 a 1 9 0 5 t\n200 a 1 9 0 5 t\n");
  ASSERT_TRUE(read.run);
  EXPECT_EQ(read.results.size(), 7U);
  EXPECT_THAT(read.said(), HasSubstr("2:7: found 'x', expected a rank"));
  EXPECT_THAT(read.said(), HasSubstr("3:9: found 'y', expected a score"));
  EXPECT_THAT(read.said(), HasSubstr("4:11: found '-2', expected an offset"));
  EXPECT_THAT(read.said(), HasSubstr("5:13: found 'z', expected a length"));
  EXPECT_THAT(read.said(),
              HasSubstr("6:14: found 6 columns, expected 7 (topic document rank score offset length tag)"));
  EXPECT_THAT(read.said(),
              HasSubstr("7:22: found '2147483000', expected a passage from 2147483000 that ends below"));
}

/// What trec_eval would read, and what is said about it.
struct TrecRead {
  explicit TrecRead(std::string_view text) {
    const TemporaryFolder folder;
    Diagnostics diagnostics;
    if (const auto run =
            fovea::Run::open(folder.write("run", text), RunOptions{.loose = true}, diagnostics)) {
      format = run->format().name;
      id = run->details().id;
      results = read_all(*run, diagnostics);
    }
    for (const Diagnostic& diagnostic : diagnostics.kept()) said += diagnostic.message + "\n";
  }
  std::string format, id, said;
  std::vector<PlainResult> results;
};

TEST(TrecEvalRun, MayHaveAnythingBehindTheSixthColumn) {
  const TrecRead read("7 Q0 a 1 9 tag one two three four five\n7 Q0 b none 8 last\n");
  EXPECT_EQ(read.format, "trec");
  EXPECT_EQ(read.id, "last");
  EXPECT_EQ(read.said, "found 'one' behind the sixth column; what stands there is ignored, in 1 row\n");
  ASSERT_EQ(read.results.size(), 2U);
  EXPECT_EQ(read.results[1].score, 8);
}

TEST(TrecEvalRun, StaysWhatItIsWhereTheColumnsSayMore) {
  EXPECT_EQ(TrecRead("7 Q0 d 1 2 t /article[1]/sec[2]\n").format, "element");
  EXPECT_EQ(TrecRead("7 Q0 d 1 2 t 0 5\n").format, "fol");
  EXPECT_EQ(TrecRead("7 d 1 2 0 5 t\n").format, "genomics");
  EXPECT_EQ(TrecRead("{\"topic\":\"7\",\"doc\":\"d\",\"score\":1}\n").format, "jsonl");
}

TEST(TrecEvalRun, NeedsSixColumnsAndAScore) {
  const TrecRead read("7 Q0 a 1 9 tag\n7 Q0 b 2\n7 Q0 c 3 high tag\n");
  EXPECT_EQ(read.results.size(), 1U);
  EXPECT_THAT(read.said, HasSubstr("found 4 columns, expected 6 (topic Q0 document rank score tag)"));
  EXPECT_THAT(read.said, HasSubstr("found 'high', expected a score"));
}

}  // namespace
}  // namespace fovea
