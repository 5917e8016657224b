// Recall bases of whole judgements, with a collection and without, from grades and from highlights.

#include "measures/graded/graded_judgements.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <utility>

#include "collection/document_builder.h"
#include "collection/writer.h"
#include "evaluate/curve_rows.h"
#include "evaluate/evaluation.h"
#include "judgements/judgement_file.h"
#include "measures/families.h"
#include "measures/graded/example.h"
#include "measures/measure_name.h"
#include "measures/registry.h"
#include "temporary_folder.h"

namespace fovea {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::string_view kDocument =
    "<article>x<bdy><sec><p>a</p><p>b</p><p>cc</p></sec><sec><p>d</p><p>ee</p><p>ff</p></sec></bdy></"
    "article>";

class ExampleCollection : public ::testing::Test {
 protected:
  ExampleCollection() {
    const auto writer =
        CollectionWriter::create(folder_ / "ieee.fovea", CollectionWriter::Existing::kRefuse, diagnostics_);
    DocumentBuilder builder;
    builder.read_xml_document(InputFile::from_memory("r7022.xml", kDocument), diagnostics_);
    writer->add({"r7022", "r7022.xml", builder.pack("r7022", "r7022.xml")},
                CollectionWriter::Existing::kRefuse, diagnostics_);
    writer->finish();
    collection_ = Collection::open(folder_ / "ieee.fovea", diagnostics_);
  }

  void judge(std::string_view text) {
    judgements_ = read_judgements(std::vector{folder_.write("judgements", text)}, {}, diagnostics_);
    ASSERT_TRUE(judgements_ && diagnostics_.ok());
  }
  /// "path e s" of the relevant nodes of topic 163.
  static std::vector<std::string> grades(const GradedJudgements& graded) {
    std::vector<std::string> list;
    for (const RecallNode& node : graded.base("163").nodes()) {
      list.push_back(fmt::format("{} {}{}", node.path, node.grade.exhaustivity, node.grade.specificity));
    }
    return list;
  }
  EvaluationOutcome evaluate(std::string_view run, std::string_view measures, bool curves = false) {
    const auto opened = Run::open(folder_.write("run", run), nullptr, diagnostics_);
    EvaluationOptions options{.measures = *parse_measures(measures, diagnostics_), .curves = curves};
    auto evaluation = Evaluation::make(*judgements_, &*collection_, std::move(options), diagnostics_);
    return evaluation->evaluate(*opened);
  }
  std::string fault() const {
    return diagnostics_.kept().empty() ? "" : to_string(diagnostics_.kept().front());
  }

  TemporaryFolder folder_;
  Diagnostics diagnostics_;
  std::optional<Collection> collection_;
  std::optional<Judgements> judgements_;
};

TEST_F(ExampleCollection, TheWorkedExamplesThatNeedACollectionComeTrue) {
  judge(kGradedExampleJudgements);
  int examples = 0;
  for (const MeasureRecord& record : inex2003_measures().records) {
    for (const Example& example : record.examples) {
      const EvaluationOutcome outcome = evaluate(example.run, example.measure);
      EXPECT_TRUE(outcome.runs[0].scored());
      EXPECT_NEAR(outcome.scores.summary(0, 0), example.value, 1e-12) << example.measure;
      ++examples;
    }
  }
  EXPECT_GE(examples, 2);
}

TEST_F(ExampleCollection, InTheEvaluatorTheFixtureHasItsFigures) {
  judge(kGradedExampleJudgements);
  const EvaluationOutcome leaves =
      evaluate(kGradedExampleLeaves, "inex2002(elements=0),inex2003s,inex2003o,nXCG@4,Overlap");
  const std::vector<double> expected{0.521327, 0.516296, 0.964074, 1, 0};
  ASSERT_EQ(leaves.scores.measures().size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(leaves.scores.summary(0, i), expected[i], 5e-7);
}

TEST_F(ExampleCollection, TheSizeComesFromTheCollection) {
  judge(kGradedExampleJudgements);
  const auto size =
      GradedJudgements::from_grades(*judgements_, &*collection_, diagnostics_).collection_size();
  ASSERT_TRUE(size);
  EXPECT_EQ(size->elements, 10U);
  EXPECT_EQ(size->characters, 10U);
  EXPECT_EQ(size->element_characters, 10U + 9 + 4 + 4 + 5 + 5) << "article, body, sections, paragraphs";
  EXPECT_FALSE(GradedJudgements::from_grades(*judgements_, nullptr, diagnostics_).collection_size());
}

TEST_F(ExampleCollection, JudgedPathsAndDocumentsOutsideTheCollectionAreNamed) {
  judge(
      "<assessments topic=\"163\">\n<file file=\"r7022\">\n"
      "<path path=\"/article[1]/sec[1]\" exhaustiveness=\"1\" specificity=\"1\"/>\n</file>\n"
      "<file file=\"r9999\">\n<path path=\"/article[1]\" exhaustiveness=\"1\" specificity=\"1\"/>\n</file>\n"
      "</assessments>\n");
  GradedJudgements::from_grades(*judgements_, &*collection_, diagnostics_);
  ASSERT_EQ(diagnostics_.errors(), 2U);
  EXPECT_THAT(to_string(diagnostics_.kept()[0]),
              HasSubstr("judgements:3: found assessed path '/article[1]/sec[1]'"));
  EXPECT_THAT(to_string(diagnostics_.kept()[1]), HasSubstr("judgements:5: found judged document 'r9999'"));
}

TEST_F(ExampleCollection, ResultsOutsideTheCollectionAreNamed) {
  judge(kGradedExampleJudgements);
  const EvaluationOutcome outcome = evaluate(
      "163 Q0 r7022 1 2 run /article[1]/sec[9]\n163 Q0 r9999 2 1 run /article[1]\n", "inex2003o,nXCG@1");
  EXPECT_EQ(outcome.runs[0].diagnostics.errors(), 2U);
}

TEST_F(ExampleCollection, ResultsThatAreNoElementsAreCounted) {
  judge(kGradedExampleJudgements);
  EXPECT_EQ(
      evaluate("163 Q0 r7022 1 2 run 0 5\n163 Q0 r7022 2 1 run 5 5\n", "nXCG@1").runs[0].counts.not_elements,
      2U);
}

TEST_F(ExampleCollection, HighlightsBecomeGradesByTheirShareOfAnElement) {
  // "abdee" of "xabccdeeff": 2 of 4 in the first section, 3 of 5 in the second.
  judge("163 Q0 r7022 5 10 1 1:2 5:3\n");
  const auto thirds =
      GradedJudgements::from_highlights(*judgements_, *collection_, SpecificitySteps::kThirds, diagnostics_);
  EXPECT_THAT(grades(thirds),
              ElementsAre("/article[1] 32", "/article[1]/bdy[1] 32", "/article[1]/bdy[1]/sec[1] 32",
                          "/article[1]/bdy[1]/sec[1]/p[1] 33", "/article[1]/bdy[1]/sec[1]/p[2] 33",
                          "/article[1]/bdy[1]/sec[2] 32", "/article[1]/bdy[1]/sec[2]/p[1] 33",
                          "/article[1]/bdy[1]/sec[2]/p[2] 33"));
  EXPECT_TRUE(diagnostics_.ok());
}

TEST_F(ExampleCollection, ElementsAreGradedInStepsOrByTheirShareOfHighlightedText) {
  const std::string highlights = "163 Q0 r7022 5 10 1 1:2 5:3\n163 Q0 r9999 0 9\n";
  judge(highlights);
  grade_elements(*judgements_, *collection_, SpecificitySteps::kThirds, ElementRelevance::kRatio,
                 diagnostics_);
  EXPECT_TRUE(diagnostics_.ok());
  EXPECT_TRUE(judgements_->kinds().element_grades);
  const TopicJudgements& topic = judgements_->topics().front();
  EXPECT_TRUE(topic.elements(*topic.find("r9999")).empty());
  // Character by character, for every element of the document.
  const auto document = collection_->find("r7022");
  const std::set<Offset> highlighted{1, 2, 5, 6, 7};
  std::map<std::string, std::pair<Offset, Offset>> expected;
  for (ElementIndex element = 0; element < document->tree().size(); ++element) {
    const Span span = document->tree().span(element);
    Offset count = 0;
    for (Offset at = span.begin; at < span.end; ++at) count += highlighted.contains(at) ? 1 : 0;
    if (count > 0) expected[document->tree().path(element)] = {count, span.size()};
  }
  ASSERT_EQ(topic.elements(*topic.find("r7022")).size(), expected.size());
  for (const ElementGrade& grade : topic.elements(*topic.find("r7022"))) {
    EXPECT_EQ(std::pair(grade.highlighted, grade.size), expected.at(std::string(grade.path))) << grade.path;
    EXPECT_FALSE(grade.exhaustivity_given);
  }
  judge(highlights);
  grade_elements(*judgements_, *collection_, SpecificitySteps::kThirds, ElementRelevance::kSteps,
                 diagnostics_);
  EXPECT_THAT(grades(GradedJudgements::from_grades(*judgements_, &*collection_, diagnostics_)),
              ElementsAre("/article[1] 32", "/article[1]/bdy[1] 32", "/article[1]/bdy[1]/sec[1] 32",
                          "/article[1]/bdy[1]/sec[1]/p[1] 33", "/article[1]/bdy[1]/sec[1]/p[2] 33",
                          "/article[1]/bdy[1]/sec[2] 32", "/article[1]/bdy[1]/sec[2]/p[1] 33",
                          "/article[1]/bdy[1]/sec[2]/p[2] 33"));
}

TEST_F(ExampleCollection, ExhaustivityOfTheAssessmentFileIsKeptWithHighlights) {
  judge(
      "<assessments pool=\"1\" topic=\"163\" version=\"1\"><file collection=\"ieee\" name=\"r7022\">"
      "<passage start=\"/article[1]/bdy[1]/sec[1]/p[1]/text()[1].0\" "
      "end=\"/article[1]/bdy[1]/sec[1]/p[3]/text()[1].2\" "
      "size=\"4\"/>"
      "<element path=\"/article[1]/bdy[1]/sec[1]\" exhaustivity=\"2\" size=\"4\" rsize=\"4\"/>"
      "<element path=\"/article[1]/bdy[1]/sec[1]/p[1]\" exhaustivity=\"?\" size=\"1\" rsize=\"1\"/>"
      "<element path=\"/article[1]/bdy[1]/sec[1]/p[2]\" size=\"1\" rsize=\"1\"/>"
      "</file></assessments>\n");
  const auto graded = GradedJudgements::from_grades(*judgements_, &*collection_, diagnostics_);
  EXPECT_THAT(grades(graded),
              ElementsAre("/article[1] 00", "/article[1]/bdy[1] 00", "/article[1]/bdy[1]/sec[1] 23",
                          "/article[1]/bdy[1]/sec[1]/p[2] 13"));
}

TEST(SpecificitySteps, AreThirdsOrAskForTheWhole) {
  const auto thirds = [](Offset part) {
    return int{specificity_in_steps(part, 9, SpecificitySteps::kThirds)};
  };
  const auto exact = [](Offset part) { return int{specificity_in_steps(part, 9, SpecificitySteps::kExact)}; };
  EXPECT_THAT((std::vector{thirds(0), thirds(1), thirds(3), thirds(4), thirds(6), thirds(7), thirds(9)}),
              ElementsAre(0, 1, 1, 2, 2, 3, 3));
  EXPECT_THAT((std::vector{exact(0), exact(1), exact(3), exact(4), exact(8), exact(9)}),
              ElementsAre(0, 1, 1, 2, 2, 3));
  EXPECT_EQ(specificity_in_steps(kMaxOffset, kMaxOffset, SpecificitySteps::kThirds), 3) << "no overflow";
}

TEST_F(ExampleCollection, CurvesAreWrittenPerTopicAndAsTheirMean) {
  std::string two_topics(kGradedExampleJudgements);
  folder_.write("both/one", two_topics);
  folder_.write("both/two", two_topics.replace(two_topics.find("163"), 3, "164"));
  judgements_ = read_judgements(std::vector{folder_ / "both"}, {}, diagnostics_);
  ASSERT_TRUE(judgements_);
  EvaluationOutcome outcome = evaluate(kGradedExampleRun, "nXCG@2,Overlap", true);
  outcome.runs[0].name = "a,\"b\"";
  std::string rows;
  append_curve_rows(rows, outcome.runs[0], outcome.scores.measures());
  EXPECT_EQ(rows,
            "\"a,\"\"b\"\"\",nXCG@2,163,rank,1,normalised gain,1\n"
            "\"a,\"\"b\"\"\",nXCG@2,163,rank,2,normalised gain,1\n"
            "\"a,\"\"b\"\"\",nXCG@2,164,rank,1,normalised gain,0\n"
            "\"a,\"\"b\"\"\",nXCG@2,164,rank,2,normalised gain,0\n"
            "\"a,\"\"b\"\"\",nXCG@2,all,rank,1,normalised gain,0.5\n"
            "\"a,\"\"b\"\"\",nXCG@2,all,rank,2,normalised gain,0.5\n");
}

}  // namespace
}  // namespace fovea
